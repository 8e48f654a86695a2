internal import GRDB

extension Migration {
  /// Reports, the issues they belong to, what was found in them, their stacks and labels, and inputs not stored.
  static let first = Migration(1, "first") { database in
    try database.execute(
      sql: """
        -- Text that repeats: processes, builds, systems, headlines, functions, files.
        CREATE TABLE name (
          id   INTEGER PRIMARY KEY,
          text TEXT NOT NULL UNIQUE
        ) STRICT;

        -- One distinct stack without addresses; `frames` is the compact text of StackText.
        CREATE TABLE stack (
          id     INTEGER PRIMARY KEY,
          digest BLOB NOT NULL UNIQUE,
          frames TEXT NOT NULL
        ) STRICT;

        -- Equal failures. Times are seconds, UTC. `pattern` is NULL when nothing known was recognised.
        CREATE TABLE issue (
          id          INTEGER PRIMARY KEY,
          key         TEXT NOT NULL UNIQUE,
          key_version INTEGER NOT NULL,
          pattern     TEXT,
          title       TEXT NOT NULL,
          place       TEXT,
          first_seen  INTEGER NOT NULL,
          last_seen   INTEGER NOT NULL,
          first_build TEXT,
          last_build  TEXT,
          total       INTEGER NOT NULL,
          state       TEXT NOT NULL DEFAULT 'open'
        ) STRICT;
        CREATE INDEX issue_last_seen ON issue (last_seen);

        -- One stored report; `id` is the order of arrival. `variant_of` names the report of the same incident that is
        -- counted in its stead. `time` is the crash's, else that of arrival; `day` is its UTC day.
        CREATE TABLE report (
          id             INTEGER PRIMARY KEY,
          digest         BLOB NOT NULL UNIQUE,
          incident       TEXT,
          variant_of     INTEGER REFERENCES report (id),
          issue          INTEGER NOT NULL REFERENCES issue (id),
          time           INTEGER NOT NULL,
          day            INTEGER NOT NULL,
          seen_at        INTEGER NOT NULL,
          crashed        TEXT,
          crashed_as_written TEXT,
          launched       TEXT,
          uptime         INTEGER,
          kind           TEXT NOT NULL,
          format         TEXT NOT NULL,
          bug_type       TEXT,
          damaged        INTEGER NOT NULL,
          process        INTEGER REFERENCES name (id),
          app            INTEGER REFERENCES name (id),
          version        INTEGER REFERENCES name (id),
          build          INTEGER REFERENCES name (id),
          os             INTEGER REFERENCES name (id),
          os_build       INTEGER REFERENCES name (id),
          device         INTEGER REFERENCES name (id),
          architecture   INTEGER REFERENCES name (id),
          exception      INTEGER REFERENCES name (id),
          signal         INTEGER REFERENCES name (id),
          termination    INTEGER REFERENCES name (id),
          headline       INTEGER NOT NULL REFERENCES name (id),
          stack          INTEGER REFERENCES stack (id),
          path           TEXT NOT NULL,
          program        INTEGER NOT NULL REFERENCES name (id)
        ) STRICT;
        CREATE INDEX report_incident ON report (incident) WHERE incident IS NOT NULL;
        CREATE INDEX report_issue_time ON report (issue, time) WHERE variant_of IS NULL;
        CREATE INDEX report_time_issue ON report (time, issue) WHERE variant_of IS NULL;

        -- What was recognised in a report; position 0 is the best. Confidences: 0 possible, 1 likely, 2 certain.
        -- `remedy` is one step a line; `witnesses` is JSON.
        CREATE TABLE finding (
          report             INTEGER NOT NULL REFERENCES report (id),
          position           INTEGER NOT NULL,
          pattern            INTEGER NOT NULL REFERENCES name (id),
          revision           INTEGER NOT NULL,
          confidence         INTEGER NOT NULL,
          certainty_of_cause INTEGER NOT NULL,
          severity           TEXT NOT NULL,
          title              INTEGER NOT NULL REFERENCES name (id),
          headline           INTEGER NOT NULL REFERENCES name (id),
          cause              INTEGER NOT NULL REFERENCES name (id),
          remedy             INTEGER NOT NULL REFERENCES name (id),
          function           INTEGER REFERENCES name (id),
          file               INTEGER REFERENCES name (id),
          line               INTEGER,
          image              INTEGER REFERENCES name (id),
          witnesses          TEXT NOT NULL,
          PRIMARY KEY (report, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX finding_pattern ON finding (pattern, report);

        CREATE TABLE label (
          report INTEGER NOT NULL REFERENCES report (id),
          key    TEXT NOT NULL,
          value  TEXT NOT NULL,
          PRIMARY KEY (report, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX label_value ON label (key, value, report);

        -- An input that was not stored, or only in part, and why.
        CREATE TABLE problem (
          path     TEXT PRIMARY KEY,
          code     TEXT NOT NULL,
          message  TEXT NOT NULL,
          at       INTEGER NOT NULL,
          attempts INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """)
  }
}

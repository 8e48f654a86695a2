internal import GRDB

extension Migration {
  /// The schema of the first release: reports, issues, findings, roll-ups, builds in order, events, evidence.
  ///
  /// The numbers 1 to 6 belong to schemas that were never released.
  static let first = Migration(7, "first") { database in
    try database.execute(
      sql: """
        -- Facts about the history itself: the order of builds, the first day that was not pruned, the first arrival.
        CREATE TABLE meta (
          key   TEXT PRIMARY KEY,
          value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Repeated text: processes, systems, devices, headlines, functions, files. The id 0 means "not stated".
        CREATE TABLE name (
          id   INTEGER PRIMARY KEY,
          text TEXT NOT NULL UNIQUE
        ) STRICT;

        -- A distinct stack: the input of its signature, and its keys.
        CREATE TABLE stack (
          id          INTEGER PRIMARY KEY,
          digest      BLOB NOT NULL UNIQUE,
          input       TEXT NOT NULL,
          signature_version INTEGER NOT NULL,
          strict      TEXT NOT NULL,
          default_key TEXT NOT NULL,
          coarse      TEXT NOT NULL,
          provisional INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX stack_default_key ON stack (default_key);

        -- A reduced report, deflated, against which patterns can be matched again.
        CREATE TABLE evidence (
          id     INTEGER PRIMARY KEY,
          digest BLOB NOT NULL UNIQUE,
          bytes  BLOB NOT NULL
        ) STRICT;

        -- A build of an app, or an app without a stated build (`version` and `build` are empty). `app` is the bundle id,
        -- else the process; builds are ordered within an app. `position` is the position in that order: equal for builds
        -- that compare equal, NULL for a build outside the order.
        CREATE TABLE build (
          id         INTEGER PRIMARY KEY,
          app        TEXT NOT NULL,
          bundle_id  TEXT NOT NULL,
          process    TEXT NOT NULL,
          version    TEXT NOT NULL,
          build      TEXT NOT NULL,
          position   INTEGER,
          first_seen INTEGER NOT NULL,
          UNIQUE (bundle_id, process, version, build)
        ) STRICT;
        CREATE INDEX build_position ON build (app, position);

        -- Reports with equal default keys. `summary`, `pattern`, `confidence`, `facts` (of the best finding) and
        -- `location` are those of the latest report. `merge_target` is the issue that this one is merged into;
        -- `merged_into` is the canonical issue at the end of a chain of merges. Times are in seconds since 1970, UTC.
        CREATE TABLE issue (
          id          INTEGER PRIMARY KEY,
          key         TEXT NOT NULL UNIQUE,
          signature_version INTEGER NOT NULL,
          kind        TEXT NOT NULL,
          signature   TEXT NOT NULL,
          shape       TEXT,
          vague       INTEGER NOT NULL,
          coarse      TEXT NOT NULL,
          summary     TEXT NOT NULL,
          pattern     TEXT,
          confidence  INTEGER,
          facts       INTEGER REFERENCES facts (id),
          location    TEXT,
          latest_time INTEGER NOT NULL,
          latest_digest BLOB NOT NULL,
          first_seen  INTEGER NOT NULL,
          last_seen   INTEGER NOT NULL,
          first_build INTEGER NOT NULL DEFAULT 0,
          last_build  INTEGER NOT NULL DEFAULT 0,
          total       INTEGER NOT NULL,
          pruned      INTEGER NOT NULL DEFAULT 0,
          merge_target      INTEGER REFERENCES issue (id),
          merge_reason TEXT,
          merged_into INTEGER REFERENCES issue (id),
          state       TEXT NOT NULL DEFAULT 'open',
          resolved_in TEXT,
          state_at    INTEGER,
          ignored_until INTEGER,
          regressed_at INTEGER,
          regressed_in TEXT,
          note        TEXT
        ) STRICT;
        CREATE INDEX issue_shape ON issue (shape) WHERE shape IS NOT NULL;
        CREATE INDEX issue_merged_into ON issue (merged_into) WHERE merged_into IS NOT NULL;
        CREATE INDEX issue_first_build ON issue (first_build);
        CREATE INDEX issue_first_seen ON issue (first_seen);
        CREATE INDEX issue_last_seen ON issue (last_seen);
        CREATE INDEX issue_coarse ON issue (coarse);
        CREATE INDEX issue_merge_target ON issue (merge_target) WHERE merge_target IS NOT NULL;

        -- Another key that the reports of an issue have, had or would have. `source` is the origin of the key: the digest
        -- of a report that was read twice (level "default"), or that is another form of a counted report ("incident").
        CREATE TABLE issue_alias (
          level  TEXT NOT NULL,
          key    TEXT NOT NULL,
          issue  TEXT NOT NULL,
          source BLOB NOT NULL,
          PRIMARY KEY (level, key, issue, source)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX issue_alias_issue ON issue_alias (issue);
        CREATE INDEX issue_alias_key ON issue_alias (key);
        CREATE INDEX issue_alias_source ON issue_alias (source, level);

        -- What users (and regressions) did to an issue. `issue` is a key; it may be stored before its reports are.
        -- `last_build` is the last build in which a resolved issue had been seen.
        CREATE TABLE event (
          issue TEXT NOT NULL,
          at    INTEGER NOT NULL,
          what  TEXT NOT NULL,
          value TEXT NOT NULL,
          by    TEXT NOT NULL,
          note  TEXT NOT NULL,
          last_build TEXT NOT NULL,
          PRIMARY KEY (issue, at, what, value, by, note, last_build)
        ) STRICT, WITHOUT ROWID;

        -- A stored report; `id` is the order of arrival. Only pruning removes shared rows (stacks, evidence, texts): a
        -- foreign key would need an index for each. `variant_of` is the report, in another form, that is
        -- counted instead. `pid` and `own_key`, the default key as a number, decide which reports of an incident are forms of one.
        -- `time` is the time of the crash, else of arrival; `day` is its UTC day. Of the crash time as written,
        -- `zone` (minutes) and `fraction` are stored, and the text only if they do not reproduce it. `reporter` is a hash
        -- of the identifier of the device.
        CREATE TABLE report (
          id           INTEGER PRIMARY KEY,
          digest       BLOB NOT NULL,
          incident     BLOB,
          pid          INTEGER,
          own_key      INTEGER NOT NULL,
          variant_of   INTEGER REFERENCES report (id),
          issue        INTEGER NOT NULL REFERENCES issue (id),
          stack        INTEGER NOT NULL,
          evidence     INTEGER,
          time         INTEGER NOT NULL,
          day          INTEGER NOT NULL,
          seen_at      INTEGER NOT NULL,
          time_stated  INTEGER NOT NULL,
          zone         INTEGER,
          fraction     TEXT,
          crashed_as_written TEXT,
          launched     TEXT,
          uptime       INTEGER,
          kind         INTEGER NOT NULL,
          format       INTEGER NOT NULL,
          bug_type     TEXT,
          damaged      INTEGER NOT NULL,
          build        INTEGER NOT NULL,
          os           INTEGER NOT NULL,
          os_build     INTEGER NOT NULL,
          device       INTEGER NOT NULL,
          architecture INTEGER NOT NULL,
          exception    INTEGER NOT NULL,
          signal       INTEGER NOT NULL,
          termination  INTEGER NOT NULL,
          summary      INTEGER NOT NULL,
          location     INTEGER NOT NULL,
          folder       INTEGER NOT NULL,
          file         TEXT NOT NULL,
          program      INTEGER NOT NULL,
          named_frames INTEGER NOT NULL,
          reporter     INTEGER
        ) STRICT;
        -- The first 8 bytes suffice to find a report; queries also compare the complete digest.
        CREATE INDEX report_digest ON report (substr(digest, 1, 8));
        CREATE INDEX report_incident_key ON report (incident, own_key, pid) WHERE incident IS NOT NULL;
        CREATE INDEX report_incident_time ON report (incident, pid, time) WHERE incident IS NOT NULL;
        CREATE INDEX report_variant_of ON report (variant_of) WHERE variant_of IS NOT NULL;
        CREATE INDEX report_issue_time ON report (issue, time, reporter);
        CREATE INDEX report_day ON report (day);
        CREATE INDEX report_variant ON report (issue) WHERE variant_of IS NOT NULL;

        -- Facts of findings, as lines of FindingFacts. Reports of the same failure usually share them.
        CREATE TABLE facts (
          id     INTEGER PRIMARY KEY,
          digest BLOB NOT NULL UNIQUE,
          text   TEXT NOT NULL
        ) STRICT;

        -- The findings of a report; position 0 is the best. Confidence: 0 possible, 1 likely, 2 certain. `facts` contains
        -- all other parts of the finding.
        CREATE TABLE finding (
          report     INTEGER NOT NULL REFERENCES report (id) ON DELETE CASCADE,
          position   INTEGER NOT NULL,
          pattern    INTEGER NOT NULL REFERENCES name (id),
          revision   INTEGER NOT NULL,
          confidence INTEGER NOT NULL,
          certainty_of_cause INTEGER NOT NULL,
          facts      INTEGER NOT NULL,
          PRIMARY KEY (report, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX finding_pattern ON finding (pattern, report);

        CREATE TABLE label (
          report INTEGER NOT NULL REFERENCES report (id) ON DELETE CASCADE,
          key    TEXT NOT NULL,
          value  TEXT NOT NULL,
          at     INTEGER NOT NULL,
          PRIMARY KEY (report, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX label_value ON label (key, value, report);

        -- The bytes of a report, deflated; only if the user enabled it.
        CREATE TABLE raw (
          report INTEGER PRIMARY KEY REFERENCES report (id) ON DELETE CASCADE,
          bytes  BLOB NOT NULL
        ) STRICT;

        -- Counted reports, one table for each leading column of the queries. 0 means a build, system or device that is not
        -- stated.
        CREATE TABLE rollup (
          issue INTEGER NOT NULL, day INTEGER NOT NULL, build INTEGER NOT NULL, os INTEGER NOT NULL,
          device INTEGER NOT NULL, count INTEGER NOT NULL,
          PRIMARY KEY (issue, day, build, os, device)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE rollup_day (
          day INTEGER NOT NULL, issue INTEGER NOT NULL, count INTEGER NOT NULL,
          PRIMARY KEY (day, issue)
        ) STRICT, WITHOUT ROWID;
        -- Weeks are numbered by day / 7 from 1970-01-01 (a Thursday), so that a long period has few rows.
        CREATE TABLE rollup_week (
          week INTEGER NOT NULL, issue INTEGER NOT NULL, count INTEGER NOT NULL,
          PRIMARY KEY (week, issue)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE rollup_build (
          issue INTEGER NOT NULL, build INTEGER NOT NULL, count INTEGER NOT NULL,
          PRIMARY KEY (issue, build)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE rollup_environment (
          day INTEGER NOT NULL, build INTEGER NOT NULL, os INTEGER NOT NULL, device INTEGER NOT NULL,
          count INTEGER NOT NULL,
          PRIMARY KEY (day, build, os, device)
        ) STRICT, WITHOUT ROWID;

        -- Counted reports of all issues over the complete time.
        CREATE TABLE rollup_total (
          build INTEGER NOT NULL, os INTEGER NOT NULL, device INTEGER NOT NULL, count INTEGER NOT NULL,
          PRIMARY KEY (build, os, device)
        ) STRICT, WITHOUT ROWID;

        -- Counted reports of an issue over its complete time: by build and system, and by device.
        CREATE TABLE rollup_system (
          issue INTEGER NOT NULL, build INTEGER NOT NULL, os INTEGER NOT NULL, count INTEGER NOT NULL,
          PRIMARY KEY (issue, build, os)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE rollup_device (
          issue INTEGER NOT NULL, device INTEGER NOT NULL, count INTEGER NOT NULL,
          PRIMARY KEY (issue, device)
        ) STRICT, WITHOUT ROWID;

        -- How often a build ran on a day, if the user imported it.
        CREATE TABLE exposure (
          build INTEGER NOT NULL REFERENCES build (id), day INTEGER NOT NULL, runs INTEGER NOT NULL,
          PRIMARY KEY (build, day)
        ) STRICT, WITHOUT ROWID;

        -- An input that was not stored, or only partly, and why.
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

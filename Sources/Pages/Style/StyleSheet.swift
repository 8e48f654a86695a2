/// The stylesheet of all pages: one file of a site, and a part of each served page. It begins with the colors for light and
/// dark mode; tests compute their contrast.
enum StyleSheet {
  /// The name of its file in a site.
  static let fileName = "diagnose.css"

  static let text: StaticString = """

    :root {
      color-scheme: light dark;
      --bg: #ffffff; --panel: #f5f6f8; --ink: #1b2026; --soft: #56606c; --line: #dde1e6; --link: #0b57a6;
      --bar: #4f7fbe; --faint: #c9d2dd; --new: #5a3fb5; --bad: #b3261e; --warm: #8c5000; --good: #1b6a3e;
      --new-bg: #efebfb; --bad-bg: #fdecea; --warm-bg: #fcf0dd; --good-bg: #e5f4eb; --plain-bg: #eceff2;
      --warm-bar: #c27a14; --new-bar: #7b61cf;
      --heat1: #edf3fb; --heat2: #cfe0f5; --heat3: #a5c6ec; --heat4: #2f6cb3; --heat5: #124a8a;
      --heat1-ink: #1b2026; --heat2-ink: #1b2026; --heat3-ink: #1b2026; --heat4-ink: #ffffff; --heat5-ink: #ffffff;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --bg: #14171b; --panel: #1c2127; --ink: #e3e7ec; --soft: #a1abb7; --line: #2f363f; --link: #82b7fb;
        --bar: #5f93d8; --faint: #3d4855; --new: #c5b3ff; --bad: #ffa198; --warm: #f2bb61; --good: #7fd6a0;
        --new-bg: #2a2444; --bad-bg: #43211f; --warm-bg: #3a2c14; --good-bg: #173323; --plain-bg: #272d35;
        --warm-bar: #cf8f2e; --new-bar: #9a82ee;
        --heat1: #1b2836; --heat2: #213a57; --heat3: #2b5382; --heat4: #74aef2; --heat5: #b4d5ff;
        --heat1-ink: #e3e7ec; --heat2-ink: #e3e7ec; --heat3-ink: #f2f5f9; --heat4-ink: #0c1724; --heat5-ink: #0c1724;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--bg); color: var(--ink); overflow-wrap: anywhere;
      font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
    }
    code, pre, .crumbs code {
      font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
      font-size: 12.5px;
    }
    a { color: var(--link); text-decoration: none; }
    a:hover, .empty a, .meta span > a { text-decoration: underline; }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
    h1, h2, h3, p, dl, dd, ol, ul, figure, pre { margin: 0; padding: 0; }
    h1 { font-size: 22px; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
    h2 { font-size: 15px; font-weight: 650; margin-bottom: 8px; }
    h3 { font-size: 13px; font-weight: 650; margin: 16px 0 6px; }
    section { margin-top: 32px; }
    ol, ul { padding-left: 20px; }
    li + li { margin-top: 4px; }
    .soft, .sub, .meta, .more { color: var(--soft); }
    .nowrap { white-space: nowrap; }
    .num, time { font-variant-numeric: tabular-nums; }

    .skip { position: absolute; left: -9999px; }
    .skip:focus { left: 8px; top: 8px; padding: 6px 10px; background: var(--bg); z-index: 2; }
    .bar {
      display: flex; align-items: center; gap: 8px 24px; flex-wrap: wrap; padding: 10px 24px;
      border-bottom: 1px solid var(--line); background: var(--panel);
    }
    .brand {
      display: inline-flex; align-items: center; gap: 8px; color: var(--ink); font-weight: 650; font-size: 15px;
    }
    .brand:hover { text-decoration: none; }
    .logo { width: 16px; height: 16px; fill: var(--link); }
    .bar nav { display: flex; gap: 4px; flex-wrap: wrap; }
    .bar nav > * { padding: 4px 10px; border-radius: 6px; color: var(--soft); }
    .bar nav a:hover { color: var(--ink); text-decoration: none; background: var(--plain-bg); }
    .bar nav [aria-current] { color: var(--ink); font-weight: 600; background: var(--plain-bg); }
    .stamp { margin-left: auto; display: flex; align-items: center; gap: 8px; color: var(--soft); font-size: 13px; }
    main { max-width: 1248px; margin: 0 auto; padding: 24px 24px 64px; }
    .head .sub, .head .meta { margin-top: 4px; }
    .crumbs { display: flex; gap: 6px; margin-bottom: 8px; font-size: 13px; color: var(--soft); }
    .crumbs > * + *::before { content: "/"; margin-right: 6px; color: var(--soft); }
    .crumbs > * { min-width: 0; }

    .totals { display: flex; flex-wrap: wrap; gap: 12px 40px; margin-top: 20px; }
    .totals dt { color: var(--soft); font-size: 12.5px; }
    .totals dd { font-size: 24px; font-weight: 650; letter-spacing: -0.01em; font-variant-numeric: tabular-nums; }
    .totals small { font-size: 13px; font-weight: 400; letter-spacing: 0; color: var(--soft); margin-left: 8px; }
    .totals.small dd { font-size: 16px; }
    .totals + .statement { margin-top: 12px; }
    .split { display: grid; grid-template-columns: minmax(0, 1fr) 340px; gap: 0 48px; align-items: start; }
    .split > div > section:first-child, .split > aside > section:first-child { margin-top: 32px; }
    .n { margin-left: 8px; color: var(--soft); font-weight: 400; font-variant-numeric: tabular-nums; }
    .kind h2::before {
      content: ""; display: inline-block; width: 8px; height: 8px; margin-right: 8px; border-radius: 2px;
      background: var(--soft); vertical-align: 1px;
    }
    .kind.new h2::before { background: var(--new); }
    .kind.bad h2::before { background: var(--bad); }
    .kind.warm h2::before { background: var(--warm-bar); }
    .kind.good h2::before { background: var(--good); }
    .kind > .sub { margin: -6px 0 6px; font-size: 13px; }
    .none { margin-top: 20px; color: var(--soft); }
    .none b { color: var(--ink); font-weight: 650; margin-right: 10px; }
    .none + .none { margin-top: 6px; }
    .more { margin-top: 10px; font-size: 13px; }
    .empty { margin-top: 24px; padding: 24px; background: var(--panel); border-radius: 8px; color: var(--soft); }
    .empty p + p { margin-top: 6px; }

    .mark {
      display: inline-block; padding: 0 6px; border-radius: 4px; font-size: 12px;
      line-height: 18px; font-weight: 600; letter-spacing: 0; white-space: nowrap; vertical-align: text-bottom;
      color: var(--soft); background: var(--plain-bg); max-width: 100%; overflow: hidden; text-overflow: ellipsis;
    }
    .mark.new { color: var(--new); background: var(--new-bg); }
    .mark.bad { color: var(--bad); background: var(--bad-bg); }
    .mark.warm { color: var(--warm); background: var(--warm-bg); }
    .mark.good { color: var(--good); background: var(--good-bg); }

    table { border-collapse: collapse; width: 100%; text-align: left; }
    th { font-weight: 600; }
    td, th { padding: 7px 16px 7px 0; vertical-align: top; border-bottom: 1px solid var(--line); }
    td:last-child, th:last-child { padding-right: 0; }
    thead th { color: var(--soft); font-size: 12.5px; font-weight: 500; padding-top: 4px; padding-bottom: 4px; }
    .num { text-align: right; }
    .name { font-weight: 500; }
    .meta { display: flex; flex-wrap: wrap; gap: 0 14px; font-size: 12.5px; margin-top: 1px; }
    .meta > * { min-width: 0; }
    .statement { font-size: 13px; margin-top: 2px; }
    .issues { table-layout: fixed; }
    .head + .issues { margin-top: 20px; }
    .issues th.trend, .issues td.trend { width: 128px; }
    .issues th.num, .issues td.num { width: 84px; }
    .issues th.when, .issues td.when { width: 96px; text-align: right; }
    .issues td.num { font-weight: 600; }
    .issues th.builds { width: 130px; }
    .issues.wide th.builds, .issues.wide td.builds { padding-left: 8px; }
    .spark { display: block; width: 100%; height: 20px; fill: var(--bar); }
    .spark .none { fill: var(--faint); }

    .chart { max-width: 100%; }
    .plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 8px; }
    .axis {
      display: flex; flex-direction: column; justify-content: space-between; text-align: right; color: var(--soft);
      font-size: 12px; line-height: 1; margin: -5px 0; min-width: 20px; font-variant-numeric: tabular-nums;
    }
    .bars { display: block; width: 100%; height: 112px; fill: var(--bar); overflow: visible; }
    .bars line { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
    .bars rect:hover { fill: var(--link); }
    .bars .release { stroke: var(--soft); stroke-dasharray: 3 3; }
    .releases { display: flex; flex-wrap: wrap; gap: 0 14px; margin: 6px 0 0 28px; font-size: 12px; color: var(--soft); }
    .releases b { font-weight: 500; }
    .ends {
      display: flex; justify-content: space-between; color: var(--soft); font-size: 12px; margin: 6px 0 0 28px;
      font-variant-numeric: tabular-nums;
    }
    details { margin-top: 8px; }
    summary { color: var(--soft); font-size: 13px; cursor: pointer; width: fit-content; }
    .numbers { width: auto; margin-top: 6px; }
    .numbers td, .numbers th { padding: 2px 24px 2px 0; }

    .counts td, .counts th { padding: 4px 10px 4px 0; border: 0; font-size: 13px; vertical-align: baseline; }
    .counts tbody th { font-weight: 400; }
    .counts .bar-cell { width: 34%; min-width: 60px; }
    .counts td:last-child, .counts th:last-child { padding-right: 0; }
    .counts .num { width: 1%; white-space: nowrap; }
    .counts thead td { border: 0; }
    .counts.tight tbody th { width: 30%; }
    .counts.tight .bar-cell { width: auto; padding-left: 8px; }
    .counts.named .id { display: block; margin: 0; }
    .counts.named .bar-cell { width: 26%; }
    .counts.weeks tbody th { width: 1%; white-space: nowrap; }
    .counts.stacked tbody th { width: 14%; min-width: 64px; }
    .counts.stacked .bar-cell { width: auto; }
    .counts.stacked .num { padding-left: 12px; }
    .id { color: var(--soft); font-size: 12.5px; margin-left: 8px; }
    .share { display: block; width: 100%; height: 9px; fill: var(--bar); }
    .share .new { fill: var(--new-bar); }
    .share .warm { fill: var(--warm-bar); }
    .share .faint { fill: var(--faint); }
    .legend { display: flex; flex-wrap: wrap; gap: 2px 20px; font-size: 13px; color: var(--soft); margin-bottom: 6px; }
    .key::before {
      content: ""; display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px;
      background: var(--bar);
    }
    .key.new::before { background: var(--new-bar); }
    .key.warm::before { background: var(--warm-bar); }

    .scroll { overflow-x: auto; max-width: 100%; }
    .matrix { width: auto; border-collapse: separate; border-spacing: 2px; font-size: 13px; }
    .matrix td, .matrix th { border: 0; padding: 6px 8px; }
    .matrix thead th { vertical-align: bottom; padding: 2px 8px; max-width: 120px; }
    .matrix thead .id { display: block; margin: 0; }
    .matrix tr > :first-child {
      position: sticky; left: 0; background: var(--bg); min-width: 280px; max-width: 400px; padding-left: 0;
    }
    .matrix tbody th { font-weight: 400; }
    .matrix td { min-width: 58px; vertical-align: middle; border-radius: 3px; }
    .h0 { color: var(--soft); }
    .h1 { background: var(--heat1); color: var(--heat1-ink); }
    .h2 { background: var(--heat2); color: var(--heat2-ink); }
    .h3 { background: var(--heat3); color: var(--heat3-ink); }
    .h4 { background: var(--heat4); color: var(--heat4-ink); }
    .h5 { background: var(--heat5); color: var(--heat5-ink); font-weight: 600; }

    .answer { background: var(--panel); border-radius: 8px; padding: 16px 20px; }
    .answer h2 { margin-bottom: 4px; }
    .answer p, .answer li { max-width: 76ch; }
    .answer p + h2, .answer ol + h2 { margin-top: 14px; }
    .answer .meta { margin-bottom: 8px; }
    .witnesses { list-style: none; padding: 0; }
    .witnesses li + li { margin-top: 8px; }
    .quote { display: block; color: var(--soft); }
    .lines { padding-left: 28px; margin-top: 6px; }
    .lines li::marker { color: var(--soft); font-variant-numeric: tabular-nums; }
    .lines + .sub { margin-top: 8px; font-size: 13px; }
    .events, .related { list-style: none; padding: 0; }
    .events li { padding-left: 14px; border-left: 2px solid var(--line); }
    .events li + li { margin-top: 10px; }
    .events time { color: var(--soft); font-size: 12.5px; }
    .related li + li { margin-top: 10px; }
    .facts { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr); gap: 5px 14px; font-size: 13px; }
    .facts dt { color: var(--soft); }
    pre { padding: 14px 16px; background: var(--panel); border-radius: 8px; line-height: 1.4; width: max-content;
      min-width: 100%; overflow-wrap: normal; }
    #explanation p, #explanation li { max-width: 76ch; }
    #explanation > p + p, #explanation .scroll { margin-top: 8px; }
    .reports td { font-size: 13px; }
    .reports .link { white-space: nowrap; font-weight: 500; }
    .stack td { padding-top: 3px; padding-bottom: 3px; font-size: 13px; border: 0; color: var(--soft); }
    .stack td.pos { width: 32px; }
    .stack td.pos { white-space: nowrap; overflow-wrap: normal; min-width: 32px; }
    .stack td.image { width: 20%; }
    .stack td.role { white-space: nowrap; width: 1%; }
    .stack .file { display: block; color: var(--soft); font-size: 12.5px; font-weight: 400; }
    .stack td.image, .stack td.role { max-width: 180px; overflow-wrap: anywhere; }
    .roles { margin-top: 8px; font-size: 12.5px; color: var(--soft); }
    .roles dt, .roles dd { display: inline; }
    .roles dt { font-weight: 600; }
    .roles dt::after { content: ": "; }
    .stack .own td, .stack .blamed td { color: var(--ink); }
    .stack .blamed td { background: var(--warm-bg); font-weight: 600; }
    .stack .blamed td code { font-weight: 600; }
    .look { color: var(--warm); }
    .fold { margin: 0; }
    .fold > summary { color: var(--ink); width: auto; }
    .fold > summary h2 { display: inline-block; margin: 0; }
    .fold > .sub { margin: 2px 0 6px; font-size: 13px; }
    .lists { margin-top: 16px; font-size: 13px; }
    .lists p { display: flex; flex-wrap: wrap; gap: 2px 14px; }
    .lists b { color: var(--soft); font-weight: 500; min-width: 44px; }
    .lists [aria-current], .pages [aria-current] { color: var(--ink); font-weight: 600; }
    .lists ul { list-style: none; padding: 0; margin-top: 6px; columns: 260px; }
    .lists + .issues { margin-top: 20px; }
    .filters { display: flex; flex-wrap: wrap; gap: 10px 12px; align-items: end; margin: 16px 0 20px; font-size: 13px; }
    .filters label { min-width: 0; max-width: 240px; }
    .filters .wide { flex: 1 1 200px; max-width: 320px; }
    .filters label > span { display: block; color: var(--soft); font-size: 12.5px; margin-bottom: 2px; }
    .filters input, .filters select, .filters button {
      font: inherit; color: var(--ink); background: var(--bg); border: 1px solid var(--soft); border-radius: 6px;
      padding: 4px 8px; height: 32px; width: 100%;
    }
    .filters button { width: auto; padding: 4px 16px; background: var(--plain-bg); font-weight: 600; cursor: pointer; }
    .filters > a { padding: 6px 0; }
    .change .forms { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 8px; font-size: 13px; }
    .change details[open] { flex: 1 1 100%; }
    .change .filters { margin: 8px 0 12px; }
    .undo { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; margin-top: 8px; font-size: 13px; }
    .undo button {
      font: inherit; font-weight: 600; color: var(--ink); background: var(--plain-bg); border: 1px solid var(--soft);
      border-radius: 6px; padding: 4px 16px; cursor: pointer;
    }
    .pages { display: flex; gap: 4px; margin-top: 20px; }
    .pages > * { padding: 4px 10px; border-radius: 6px; font-variant-numeric: tabular-nums; }
    .pages [aria-current] { background: var(--plain-bg); color: var(--ink); font-weight: 600; }

    @media (max-width: 1200px) {
      .split { grid-template-columns: minmax(0, 1fr); }
    }
    @media (max-width: 960px) {
      .issues th.builds, .issues td.builds { width: 90px; }
      .issues th.trend, .issues td.trend { width: 90px; }
    }
    @media (max-width: 720px) {
      .bar { padding: 10px 16px; }
      .bar nav { order: 3; width: 100%; margin-left: -10px; gap: 0; }
      main { padding: 20px 16px 48px; }
      .totals { gap: 10px 28px; }
      .issues, .issues tbody, .reports, .reports tbody, .stack, .stack tbody { display: block; }
      .issues thead, .reports thead, .stack thead {
        position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      }
      .issues tr {
        display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: 4px 14px; align-items: center;
        padding: 10px 0; border-bottom: 1px solid var(--line);
      }
      .issues td, .reports td, .stack td, .issues.wide td.builds {
        display: block; border: 0; padding: 0; width: auto; text-align: left;
      }
      .issues td.what { grid-column: 1 / -1; }
      .issues td.trend { width: auto; max-width: 160px; }
      .issues td.num::after { content: " reports"; font-weight: 400; color: var(--soft); }
      .issues td.num[data-label="Reports"] { white-space: nowrap; }
      .issues td.first, .issues td.devices { display: none; }
      .issues td.builds { grid-column: 1 / -1; color: var(--soft); font-size: 12.5px; }
      .issues td.builds:not(:empty)::before { content: "builds "; }
      .reports tr { display: flex; flex-wrap: wrap; gap: 0 14px; padding: 8px 0; border-bottom: 1px solid var(--line); }
      .reports td:empty { display: none; }
      .stack tr { display: grid; grid-template-columns: 28px minmax(0, 1fr) auto; gap: 0 8px; padding: 5px 0; }
      .stack .blamed { background: var(--warm-bg); }
      .stack td.pos, .stack td.image, .stack td.role { width: auto; min-width: 0; max-width: none; }
      .stack td.function { grid-column: 2 / -1; }
      .stack td.role { grid-row: 1; grid-column: 3; }
      .matrix tr > :first-child { min-width: 150px; max-width: 170px; }
      .answer { padding: 14px 16px; }
      .counts.stacked .num { padding-left: 4px; padding-right: 4px; }
      .counts.stacked thead .num { white-space: normal; overflow-wrap: normal; }
      .filters label, .filters .wide { flex: 1 1 140px; max-width: none; }
      .filters .wide { flex-basis: 100%; }
    }
    @media print {
      :root {
        color-scheme: light;
        --bg: #ffffff; --panel: #ffffff; --ink: #000000; --soft: #444444; --line: #bbbbbb; --link: #000000;
      }
      body { font-size: 10.5pt; }
      .bar nav, .stamp a, .skip, .pages, .filters, .change .forms, .undo, .lists, .chart summary { display: none; }
      .bar, main { padding-left: 0; padding-right: 0; background: none; }
      .split { grid-template-columns: minmax(0, 1fr); }
      section, tr, figure { break-inside: avoid; }
      h2, h3 { break-after: avoid; }
      .answer, pre, .empty { border: 1px solid var(--line); }
      .scroll { overflow: visible; }
      pre { width: auto; white-space: pre-wrap; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    }

    """
}

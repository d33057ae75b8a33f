import type { CSSProperties } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Cell } from "~/ui/data-cell";
import type { Column } from "~/ui/data-table";
import type { LetterModel } from "./letter-model.server";

/** By which the picture of the chart is named in its mail. */
export const CHART_CID = "chart@report";

// Mail programs know neither style sheets nor variables.
const INK = "#1c2430";
const MUTED = "#5b6675";
const LINE = "#d9dee5";
const font: CSSProperties = {
  fontFamily: "Arial, Helvetica, sans-serif",
  fontSize: 14,
  lineHeight: "20px",
  color: INK,
};
const small: CSSProperties = { ...font, fontSize: 12, lineHeight: "16px", color: MUTED };
const cellStyle = (align: Column["align"]): CSSProperties => ({
  ...font,
  padding: "6px 8px",
  borderBottom: `1px solid ${LINE}`,
  textAlign: align === "end" ? "right" : "left",
  verticalAlign: "top",
});

/** Texts so short, in characters, stand in one line. */
const SHORT = 24;

/** A mail as HTML. `hasChart`: its picture goes along. `note`: what is to be said of the attached file. */
export const letterHtml = (model: LetterModel, hasChart: boolean, note: string | undefined): string =>
  `<!DOCTYPE html>${renderToStaticMarkup(<Letter model={model} hasChart={hasChart} note={note} />)}`;

function Letter({ model, hasChart, note }: { model: LetterModel; hasChart: boolean; note: string | undefined }) {
  return (
    <html lang={model.lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="color-scheme" content="light" />
        <title>{model.subject}</title>
      </head>
      <body style={{ ...font, margin: 0, padding: 16, background: "#ffffff" }}>
        <h1 style={{ ...font, fontSize: 20, lineHeight: "28px", margin: "0 0 4px" }}>{model.title}</h1>
        {model.lines.map((line) => (
          <p key={line} style={{ ...font, margin: "0 0 2px" }}>
            {line}
          </p>
        ))}
        <p style={{ ...small, margin: "8px 0 16px" }}>{model.about}</p>
        {hasChart && (
          <div style={{ margin: "0 0 16px" }}>
            <p style={{ ...font, fontWeight: "bold", margin: "0 0 4px" }}>{model.chartTitle}</p>
            <img
              src={`cid:${CHART_CID}`}
              alt={model.chartTitle}
              width={640}
              style={{ display: "block", width: "100%", maxWidth: 640, height: "auto" }}
            />
          </div>
        )}
        {model.rows.length ? <Table model={model} /> : <p style={font}>{model.nothing}</p>}
        {[model.more, note].map(
          (line) =>
            line !== undefined && (
              <p key={line} style={font}>
                {line}
              </p>
            ),
        )}
        <p style={{ ...font, margin: "16px 0" }}>
          <a href={model.open.href} style={{ color: "#1d5a9e" }}>
            {model.open.label}
          </a>
        </p>
        {model.fresh && <p style={small}>{model.fresh}</p>}
        <p style={{ ...small, borderTop: `1px solid ${LINE}`, paddingTop: 8 }}>
          {model.why}{" "}
          {[model.manage, model.unsubscribe].map(({ href, label }, index) => (
            <span key={href}>
              {index > 0 && " · "}
              <a href={href} style={{ color: MUTED }}>
                {label}
              </a>
            </span>
          ))}
        </p>
      </body>
    </html>
  );
}

/** What a column holds, that of its second lines too. */
const headText = ({ label, below = [] }: Column) => [label, ...below.map((one) => one.label)].join(" · ");

function Table({ model: { title, heads, rows, foot } }: { model: LetterModel }) {
  const line = (cells: readonly Cell[], isTotal = false) =>
    cells.map(({ text, hint }, index) => (
      <td
        key={heads[index]?.key}
        style={{
          ...cellStyle(heads[index]?.align),
          ...(text.length <= SHORT && { whiteSpace: "nowrap" }),
          ...(isTotal && { fontWeight: "bold", borderTop: `2px solid ${INK}` }),
        }}
      >
        {text}
        {hint && <div style={small}>{hint}</div>}
      </td>
    ));
  return (
    <table aria-label={title} style={{ borderCollapse: "collapse" }}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head.key} scope="col" style={{ ...cellStyle(head.align), color: MUTED, fontWeight: "bold" }}>
              {headText(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, index) => (
          <tr key={index}>{line(cells)}</tr>
        ))}
      </tbody>
      <tfoot>
        <tr>{line(foot, true)}</tr>
      </tfoot>
    </table>
  );
}

/** The same in plain text. */
export function letterText(model: LetterModel, note: string | undefined): string {
  const line = (cells: readonly Cell[]) =>
    cells.map(({ text, hint }) => (hint ? `${text}, ${hint}` : text)).join(" | ");
  const table = model.rows.length
    ? [model.heads.map(headText).join(" | "), ...model.rows.map(line), line(model.foot)]
    : [model.nothing];
  const link = ({ label, href }: { label: string; href: string }) => `${label}: ${href}`;
  return [
    [model.title, ...model.lines],
    table,
    [model.more, note].filter((one) => one !== undefined),
    [link(model.open), ...(model.fresh ? [model.fresh] : [])],
    [model.why, link(model.manage), link(model.unsubscribe)],
  ]
    .filter((part) => part.length)
    .map((part) => part.join("\n"))
    .join("\n\n");
}

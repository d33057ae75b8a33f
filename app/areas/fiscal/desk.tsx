import * as sheet from "~/areas/qr-codes/sheet.css";
import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Stat } from "~/ui/stat";
import type { DeskModel } from "./desk.server";

/** A fiscal desk. */
export function DeskScreen({
  model: { notices, actions, tiles, shift, receipt, operations, all },
}: {
  model: DeskModel;
}) {
  return (
    <Stack>
      {notices.map(({ tone, title, text }) => (
        <Notice key={title} tone={tone} title={title}>
          {text}
        </Notice>
      ))}
      <div className={screenOnly}>
        <Inline>
          {actions.map(({ href, label }) => (
            <ButtonLink key={href} href={href}>
              {label}
            </ButtonLink>
          ))}
        </Inline>
      </div>
      <Columns kind="tiles">
        {tiles.map((tile) => (
          <Stat key={tile.label} {...tile} />
        ))}
      </Columns>
      <Card title={shift.title}>
        {shift.items.length ? <DescriptionList items={shift.items} /> : <p className={smallMuted}>{shift.none}</p>}
      </Card>
      {receipt && (
        <Card title={receipt.title}>
          <Inline>
            {receipt.qr && <Qr qr={receipt.qr} label={receipt.label} />}
            <Stack gap="s">
              <a href={receipt.href}>{receipt.label}</a>
              <span>{receipt.at}</span>
              {receipt.link && (
                <a href={receipt.link.href} rel="noreferrer">
                  {receipt.link.label}
                </a>
              )}
            </Stack>
          </Inline>
        </Card>
      )}
      <Card title={operations.title} flush={operations.rows.length > 0}>
        {operations.rows.length ? (
          <DataTable caption={operations.title} columns={operations.columns} rows={operations.rows} />
        ) : (
          <p className={smallMuted}>{operations.none}</p>
        )}
      </Card>
      <div className={screenOnly}>
        <a href={all.href}>{all.label}</a>
      </div>
    </Stack>
  );
}

/** The code that leads to a receipt at the tax service. */
export function Qr({ qr, label }: { qr: { size: number; path: string }; label: string }) {
  return (
    <div className={sheet.label}>
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        width={130}
        height={130}
        shapeRendering="crispEdges"
        role="img"
        aria-label={label}
      >
        <path d={qr.path} stroke="#000" />
      </svg>
    </div>
  );
}

import { smallMuted } from "~/theme/shared.css";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { Columns, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import type { RefundModel } from "./refund.server";

type Facts = RefundModel["asked"]["facts"];

const listed = (facts: Facts) =>
  facts.map(({ label, text, href, badge, tone }) => ({
    label,
    value: badge ? <Badge tone={tone ?? "neutral"}>{text}</Badge> : href ? <a href={href}>{text}</a> : text,
  }));

/** A refund; drawn by the server alone. */
export function Refund({ model: { asked, vend, voucher, cash, payment } }: { model: RefundModel }) {
  return (
    <Stack>
      {cash && <Notice tone="info">{cash}</Notice>}
      {payment && (
        <Notice tone="info">
          {payment.hint} <a href={payment.href}>{payment.title}</a>
        </Notice>
      )}
      <Columns kind="halves">
        <Card title={asked.title}>
          <DescriptionList items={listed(asked.facts)} />
        </Card>
        <Card title={vend.title}>
          <DescriptionList items={listed(vend.facts)} />
        </Card>
      </Columns>
      {voucher && (
        <Card title={voucher.title}>
          <Stack gap="s">
            <svg
              width="180"
              viewBox={`0 0 ${voucher.qr.size} ${voucher.qr.size}`}
              shapeRendering="crispEdges"
              role="img"
              aria-label={voucher.code}
            >
              <rect width="100%" height="100%" fill="#fff" />
              <path stroke="#000" d={voucher.qr.path} />
            </svg>
            <code>{voucher.code}</code>
            <p className={smallMuted}>{voucher.hint}</p>
          </Stack>
        </Card>
      )}
    </Stack>
  );
}

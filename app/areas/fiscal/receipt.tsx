import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Qr } from "./desk";
import type { ReceiptModel } from "./receipt.server";

/** A receipt. */
export function ReceiptScreen({ model }: { model: ReceiptModel }) {
  const { heading, back, state, about, link, qr, decide, others } = model;
  return (
    <Stack>
      <PageHeader
        title={heading}
        actions={
          <ButtonLink href={back.href} icon="chevron-left">
            {back.label}
          </ButtonLink>
        }
      />
      <Notice tone={state.tone} title={state.title}>
        {state.text}
      </Notice>
      {decide && (
        <form method="post" className={screenOnly}>
          <Stack gap="s">
            <input type="hidden" name="receipt" value={decide.id} />
            <Inline>
              <Button kind="primary" name="decision" value="send">
                {decide.send}
              </Button>
              <Button name="decision" value="settle">
                {decide.settle}
              </Button>
            </Inline>
            <p className={smallMuted}>{decide.hint}</p>
          </Stack>
        </form>
      )}
      <Card>
        <Stack>
          <DescriptionList
            items={about.map(({ label, text, ...more }) => ({
              label,
              value: "href" in more && more.href ? <a href={more.href}>{text}</a> : text,
            }))}
          />
          {qr && (
            <Inline>
              <Qr qr={qr} label={qr.label} />
              {link && (
                <a href={link.href} rel="noreferrer">
                  {link.label}
                </a>
              )}
            </Inline>
          )}
        </Stack>
      </Card>
      {others && (
        <Card title={others.caption} flush>
          <DataTable {...others} />
        </Card>
      )}
    </Stack>
  );
}

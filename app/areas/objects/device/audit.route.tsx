import { useActionData, useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { AuditDecision } from "./audit-decision";
import { decisionAction } from "./audit-decision.server";
import { auditLoader } from "./audit.server";
import { rawText } from "./device.css";
import { ReportSections } from "./report-section";
import { Telemetry } from "./telemetry-and-audits";

export const loader = auditLoader;
export const action = decisionAction;

export default function AuditRoute() {
  const { title, back, raw, about, decision, reports, text, labels } = useLoaderData<typeof loader>();
  const error = useActionData<typeof action>()?.error;
  return (
    <Stack>
      <Card
        title={title}
        actions={
          <Inline>
            <ButtonLink href={back} size="s" icon="chevron-left">
              {labels["audits:back"]}
            </ButtonLink>
            <ButtonLink href={raw} download size="s" icon="download">
              {labels["audits:download"]}
            </ButtonLink>
          </Inline>
        }
      >
        <DescriptionList items={about} />
      </Card>
      {decision && <AuditDecision model={decision} error={error} />}
      {reports.map((report) => (
        <Stack key={report.id}>
          <Card title={labels["audits:report"]}>
            <Stack>
              <DescriptionList items={report.summary} />
              {report.notices.length > 0 && (
                <Notice tone="warn" title={labels["audits:notices_title"]}>
                  <ul>
                    {report.notices.map((notice) => (
                      <li key={notice}>{notice}</li>
                    ))}
                  </ul>
                </Notice>
              )}
              {report.events.length > 0 && (
                <DataTable caption={labels["audits:events_title"]} columns={report.eventColumns} rows={report.events} />
              )}
              {report.rows.length > 0 ? (
                <DataTable caption={labels["audits:sales_title"]} columns={report.columns} rows={report.rows} />
              ) : (
                <p>{labels["audits:no_sales"]}</p>
              )}
            </Stack>
          </Card>
          {report.telemetry && <Telemetry model={report.telemetry} />}
          <ReportSections sections={report.sections} />
        </Stack>
      ))}
      <Card title={labels["audits:raw"]}>
        {/* A region that scrolls must be reachable with the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={rawText} tabIndex={0} aria-label={labels["audits:raw"]}>
          <pre>{text}</pre>
        </section>
      </Card>
    </Stack>
  );
}

import { useLoaderData } from "@remix-run/react";
import { smallMuted } from "~/theme/shared.css";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { Stack } from "~/ui/layout";
import { paxLoader } from "./pax.server";

export const loader = paxLoader;

export default function PaxRoute() {
  const { title, items, hint } = useLoaderData<typeof loader>();
  return (
    <Card title={title}>
      <Stack>
        <DescriptionList items={items.map(({ label, text, href }) => ({ label, value: href ? <a href={href}>{text}</a> : text }))} />
        <p className={smallMuted}>{hint}</p>
      </Stack>
    </Card>
  );
}

import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { ProgressBar } from "~/ui/progress-bar";
import { rolloutsLoader } from "./rollouts.server";

export const loader = rolloutsLoader;

export default function RolloutsRoute() {
  const { title, create, empty, items } = useLoaderData<typeof loader>();
  const link = create && (
    <ButtonLink href={create.href} kind="primary" icon="plus">
      {create.label}
    </ButtonLink>
  );
  if (!items.length) return <Empty {...empty} icon="download" action={link} />;
  return (
    <Card title={title} actions={link}>
      <Stack>
        {items.map((one) => (
          <div key={one.id}>
            <a href={one.href}>{one.title}</a>
            <ProgressBar {...one.progress} />
          </div>
        ))}
      </Stack>
    </Card>
  );
}

import { useLoaderData } from "@remix-run/react";
import { Connection } from "~/areas/objects/device/connection";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { Stack } from "~/ui/layout";
import { unitAction, unitLoader } from "./unit.server";

export const loader = unitLoader;
export const action = unitAction;

export default function UnitRoute() {
  const { title, secret, machine, model } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Card
        title={title}
        actions={
          <ButtonLink size="s" href={secret.href}>
            {secret.action}
          </ButtonLink>
        }
      >
        <DescriptionList
          items={[
            { label: machine.label, value: machine.href ? <a href={machine.href}>{machine.text}</a> : machine.text },
            { label: secret.label, value: secret.text },
          ]}
        />
      </Card>
      {model && <Connection model={model} />}
    </Stack>
  );
}

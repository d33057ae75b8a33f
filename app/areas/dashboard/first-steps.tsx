import { smallMuted } from "~/theme/shared.css";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Inline, Stack } from "~/ui/layout";
import type { firstStepsOf } from "./first-steps.server";

/** The way of a new installation to its first sale; those that are done are ticked. */
export function FirstSteps({ title, text, steps }: NonNullable<Awaited<ReturnType<typeof firstStepsOf>>>) {
  return (
    <Card title={title}>
      <Stack>
        <p>{text}</p>
        <ol>
          <Stack gap="s">
            {steps.map(({ name, about, done, href, isNext }, index) => (
              <li key={name}>
                <Inline>
                  {index + 1}.
                  {isNext ? (
                    <ButtonLink href={href} kind="primary" size="s">
                      {name}
                    </ButtonLink>
                  ) : (
                    <a href={href}>{name}</a>
                  )}
                  {done ? <Badge tone="ok">{done}</Badge> : <span className={smallMuted}>{about}</span>}
                </Inline>
              </li>
            ))}
          </Stack>
        </ol>
      </Stack>
    </Card>
  );
}

import { smallMuted } from "~/theme/shared.css";
import { ButtonLink } from "~/ui/button";
import { Inline } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import type { Attention } from "./attention.server";
import * as css from "./head.css";

/** Below a machine's number: what machine it is and where it stands, then what of it needs somebody. */
export function MachineHead({
  about,
  attention,
}: {
  about: readonly { text: string; href?: string }[];
  attention: Attention | undefined;
}) {
  return (
    <>
      <ul className={`${css.about} ${smallMuted}`}>
        {about.map(({ text, href }) => (
          <li key={text}>{href ? <a href={href}>{text}</a> : text}</li>
        ))}
      </ul>
      {attention && (
        <section aria-label={attention.title} className={css.attention}>
          <Notice tone={attention.tone} title={attention.title}>
            <ul className={css.reasons}>
              {attention.reasons.map(({ text, links }) => (
                <li key={text}>
                  <span>{text}</span>
                  {links.map(({ href, label }) => (
                    <a key={href} href={href}>
                      {label}
                    </a>
                  ))}
                </li>
              ))}
            </ul>
            <Inline>
              {attention.links.map(({ href, label, icon }) => (
                <ButtonLink key={href} href={href} size="s" icon={icon}>
                  {label}
                </ButtonLink>
              ))}
            </Inline>
          </Notice>
        </section>
      )}
    </>
  );
}

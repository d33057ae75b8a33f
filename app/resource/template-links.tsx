import { ButtonLink } from "~/ui/button";

/** Files with the columns that are read and no lines, to be filled in. */
export function TemplateLinks({ templates }: { templates: readonly { href: string; label: string }[] }) {
  return templates.map(({ href, label }) => (
    <ButtonLink key={href} href={href} icon="download">
      {label}
    </ButtonLink>
  ));
}

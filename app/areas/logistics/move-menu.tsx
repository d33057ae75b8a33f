import { DetailsMenu, MenuLink } from "~/ui/details-menu";

/** Links to a new move of each kind, where one can be made. */
export function MoveMenu({ label, moves }: { label: string; moves: { href: string; label: string }[] }) {
  if (!moves.length) return null;
  return (
    <DetailsMenu label={label} icon="plus" align="end">
      {moves.map((move) => (
        <MenuLink key={move.href} href={move.href}>
          {move.label}
        </MenuLink>
      ))}
    </DetailsMenu>
  );
}

import { listRequirement } from "~server/contract/entity";
import { pax } from "~server/contract/entities/pax";
import { paxStateSchema } from "~server/contract/fleet";
import { protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { refHref } from "~/resource/show.server";

/** The connection tab of a bank terminal: its machine, its last contact, and what was paid by it. */
export const paxLoader = protectedLoader(listRequirement(pax), async (context) => {
  const { api, params, t, format } = context;
  if (!/^\d{1,9}$/.test(params.id ?? "")) throw notFound();
  const state = await api.get(`${pax.api}/${params.id}/state`, paxStateSchema);
  const sold = ({ count, amount }: { count: number; amount: number }) => t("sales:summary", { count, shown: format.number(count), amount: format.money(amount) });
  return {
    title: t("device:connection"),
    items: [
      { label: t("device:machine"), text: state.device?.label ?? t("device:no_machine"), href: state.device ? refHref(context, "device", state.device.id) : undefined },
      { label: t("device:location"), text: state.location?.label ?? "—", href: state.location ? refHref(context, "location", state.location.id) : undefined },
      { label: t("device:last_contact"), text: state.last_contact_at ? `${format.dateTime(state.last_contact_at)} (${format.age(state.last_contact_at)})` : t("device:contact.never") },
      { label: t("device:terminal.last_sale"), text: state.last_sale_on ? format.date(`${state.last_sale_on}T12:00:00Z`) : "—" },
      { label: t("device:terminal.today"), text: sold(state.today) },
      { label: t("device:terminal.days30"), text: sold(state.days30) },
    ],
    hint: t("device:terminal.hint"),
  };
});

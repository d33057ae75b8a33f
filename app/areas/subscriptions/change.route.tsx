import type { MetaFunction } from "@remix-run/node";
import { SubscriptionForm } from "./form";
import { changeAction, changeLoader } from "./form.server";

export const loader = changeLoader;
export const action = changeAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default SubscriptionForm;

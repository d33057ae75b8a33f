import type { MetaFunction } from "@remix-run/node";
import { SubscriptionForm } from "./form";
import { newAction, newLoader } from "./form.server";

export const loader = newLoader;
export const action = newAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default SubscriptionForm;

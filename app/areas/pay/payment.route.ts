import { paymentAction, paymentLoader } from "./payment.server";

export const loader = paymentLoader;
export const action = paymentAction;

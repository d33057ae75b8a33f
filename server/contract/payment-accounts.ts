import { z } from "zod";

/** Who takes money on the internet for us. */
export const PAYMENT_PROVIDERS = ["portmone", "liqpay", "monobank"] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];
export const paymentProviderSchema = z.enum(PAYMENT_PROVIDERS);

export const PAYMENT_OWNERS = ["company", "franchise"] as const;
export type PaymentOwner = (typeof PAYMENT_OWNERS)[number];
export const paymentOwnerSchema = z.enum(PAYMENT_OWNERS);

/** The providers whose fields a company, or a franchise, has; the first that is filled in is the one that is offered. */
export const PROVIDERS_OF = {
  company: ["portmone", "monobank"],
  franchise: ["liqpay", "monobank"],
} as const satisfies Record<PaymentOwner, readonly PaymentProviderName[]>;

/** Whose account with which provider is paid into. */
export interface PaymentAccount {
  readonly owner: PaymentOwner;
  /** Of the company or franchise. */
  readonly id: number;
  readonly provider: PaymentProviderName;
}

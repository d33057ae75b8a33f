import { viewPath } from "~server/contract/entity";
import { keyWallet } from "~server/contract/entities/key_wallets";

/** The screen of a wallet, or what follows in its address. */
export const walletPath = (id: string | number | undefined, rest = ""): string => viewPath(keyWallet, id ?? "") + rest;

/** What would be done with many keys, to be confirmed. */
export const importPath = (id: number): string => `${keyWallet.paths.list}/imports/${id}`;

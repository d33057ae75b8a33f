/**
 * Currencies by number: ISO 4217, list one of 2024-06-25 with its amendments to 2026, without funds and metals; and of
 * those that ended lately the ones that machines may still count in (810 is the rouble before 1998). XTS is for testing:
 * machines that nobody has set send it, and until somebody says what they count in they bring no money.
 */
const ISO_4217 = `
  008 ALL 012 DZD 032 ARS 036 AUD 044 BSD 048 BHD 050 BDT 051 AMD 052 BBD 060 BMD 064 BTN 068 BOB 072 BWP 084 BZD
  090 SBD 096 BND 104 MMK 108 BIF 116 KHR 124 CAD 132 CVE 136 KYD 144 LKR 152 CLP 156 CNY 170 COP 174 KMF 188 CRC
  191 HRK 192 CUP 203 CZK 208 DKK 214 DOP 222 SVC 230 ETB 232 ERN 238 FKP 242 FJD 262 DJF 270 GMD 292 GIP 320 GTQ
  324 GNF 328 GYD 332 HTG 340 HNL 344 HKD 348 HUF 352 ISK 356 INR 360 IDR 364 IRR 368 IQD 376 ILS 388 JMD 392 JPY
  398 KZT 400 JOD 404 KES 408 KPW 410 KRW 414 KWD 417 KGS 418 LAK 422 LBP 426 LSL 430 LRD 434 LYD 446 MOP 454 MWK
  458 MYR 462 MVR 480 MUR 484 MXN 496 MNT 498 MDL 504 MAD 512 OMR 516 NAD 524 NPR 532 XCG 533 AWG 548 VUV 554 NZD
  558 NIO 566 NGN 578 NOK 586 PKR 590 PAB 598 PGK 600 PYG 604 PEN 608 PHP 634 QAR 643 RUB 646 RWF 654 SHP 682 SAR
  690 SCR 694 SLL 702 SGD 704 VND 706 SOS 710 ZAR 728 SSP 748 SZL 752 SEK 756 CHF 760 SYP 764 THB 776 TOP 780 TTD
  784 AED 788 TND 800 UGX 807 MKD 810 RUB 818 EGP 826 GBP 834 TZS 840 USD 858 UYU 860 UZS 882 WST 886 YER 901 TWD
  924 ZWG 925 SLE 928 VES 929 MRU 930 STN 931 CUC 932 ZWL 933 BYN 934 TMT 936 GHS 938 SDG 941 RSD 943 MZN 944 AZN
  946 RON 949 TRY 950 XAF 951 XCD 952 XOF 953 XPF 963 XTS 967 ZMW 968 SRD 969 MGA 971 AFN 972 TJS 973 AOA 975 BGN 976 CDF
  977 BAM 978 EUR 980 UAH 981 GEL 985 PLN 986 BRL`;

const BY_NUMBER = new Map(
  [...ISO_4217.matchAll(/(\d{3}) ([A-Z]{3})/g)].map(([, number = "", letters = ""]) => [number, letters] as const),
);
const LETTERS = new Set(BY_NUMBER.values());

/** Letters and numbers of ISO 4217. */
export const CURRENCIES: ReadonlyMap<string, string> = BY_NUMBER;

/** International telephone codes of one, two and three digits (ITU-T E.164). */
const TELEPHONE =
  /^([17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2(1[1-368]|[2-6]\d|9[0179])|3(5\d|7\d|8[0-2356789])|42[013]|5(0\d|9\d)|6(7[02-9]|8[0-35-9]|9[0-2])|8(5[02356]|[78]0|86)|9(6[0-8]|7[0-7]|9[2-68]))$/;

/** Ukraine's. */
const UKRAINE = "380";

/**
 * What ID402 and ID403 say a machine counts in, as letters of ISO 4217; null where they say nothing that can be relied on.
 *
 * Letters hold where ISO 4217 knows them ("UKR" or "GRN" say nothing). Of numbers, as in MDB, a leading 1 of four digits
 * says that ISO 4217 follows (1980), a leading 0 that it is a telephone code (0380); three digits or fewer are either. So
 * without the 1 a number that is any country's telephone code (7, 48, 039, 380; but also 975, the lev and Bhutan) names
 * no currency: makers set it for the language of the menu and leave it so. Others (980, 0980, 978) are ISO 4217.
 */
export function currencyOf(number: string | null, letters: string | null): string | null {
  const named = letters?.toUpperCase() ?? "";
  if (LETTERS.has(named)) return named;
  const [, form = "", digits = ""] =
    /^([01]?)(\d{1,3})$/.exec(number?.length === 4 ? number : `0${number ?? ""}`) ?? [];
  const plain = digits.replace(/^0+(?=\d)/, "");
  if (plain === UKRAINE) return "UAH";
  if (form !== "1" && TELEPHONE.test(plain)) return null;
  return BY_NUMBER.get(digits.padStart(3, "0")) ?? null;
}

export const paymentLabels = [
  "payments:steps",
  "payments:no_steps",
  "payments:refunds",
  "payments:give_back",
  "payments:retry.title",
  "payments:retry.hint",
  "payments:retry.do",
  "payments:settle.do",
  "payments:back",
] as const;

export const devicePayLabels = [
  "payments:device.title",
  "payments:device.payer",
  "payments:device.save",
  "payments:device.page",
  "payments:device.qr_hint",
  "payments:device.print",
  "payments:device.test",
  "payments:device.test_hint",
  "payments:device.test_do",
  "payments:device.list",
  "payments:device.all",
  "payments:device.none",
  "payments:device.counters",
  "payments:device.no_counters",
] as const;

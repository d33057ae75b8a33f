import { expect, it } from "vitest";
import { postErrorMessage } from "~server/contract/post-errors";

it.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "post_certificate"],
  ["CERT_HAS_EXPIRED", "post_certificate"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "post_certificate"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "post_certificate"],
  ["ECONNREFUSED", "post_unreachable"],
  ["ENOTFOUND", "post_unknown_host"],
  ["EAI_AGAIN", "post_unknown_host"],
  ["TimeoutError", "post_timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "post_timeout"],
  ["ETIMEDOUT", "post_timeout"],
  ["ECONNRESET", "post_dropped"],
  ["UND_ERR_SOCKET", "post_dropped"],
  ["HPE_INVALID_CONSTANT", "post_dropped"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "post_dropped"],
])("%s of a webhook has words: %s", (error, key) => expect(postErrorMessage(error)).toEqual({ key }));

it.each([
  [302, "post_redirect"],
  [401, "post_denied"],
  [404, "post_not_there"],
  [410, "post_not_there"],
  [422, "post_refused"],
  [429, "post_too_often"],
  [500, "post_service_error"],
])("an answer of %d has words with it: %s", (count, key) =>
  expect(postErrorMessage(`HTTP ${count}`)).toEqual({ key, count }),
);

it("what nobody foresaw stays as it is", () => expect(postErrorMessage("EWHATEVER")).toEqual({ key: "EWHATEVER" }));

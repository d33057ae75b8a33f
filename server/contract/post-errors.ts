import type { Message } from "./envelope";

const CERTIFICATE = /CERT|SIGNATURE|^ERR_TLS/;
const TIMEOUT = /TIMEOUT|^ETIMEDOUT$|^TimeoutError$/;
const UNKNOWN_HOST = /^(ENOTFOUND|EAI_AGAIN)$/;
const UNREACHABLE = /^(EHOSTUNREACH|ENETUNREACH|ECONNREFUSED)$/;
const DROPPED = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_\w+|HTTPParserError|EPROTO|ERR_SSL\w*)$/;

/** What went wrong with a post, as people read it; what has no words of its own stays as it is, to be looked up. */
export function postErrorMessage(error: string): Message {
  const status = Number(/^HTTP (\d{3})$/.exec(error)?.[1]);
  if (status) return { key: statusKey(status), count: status };
  if (CERTIFICATE.test(error)) return { key: "post_certificate" };
  if (TIMEOUT.test(error)) return { key: "post_timeout" };
  if (UNKNOWN_HOST.test(error)) return { key: "post_unknown_host" };
  if (UNREACHABLE.test(error)) return { key: "post_unreachable" };
  if (DROPPED.test(error)) return { key: "post_dropped" };
  return { key: error };
}

function statusKey(status: number): string {
  if (status >= 500) return "post_service_error";
  if (status === 429) return "post_too_often";
  if (status === 401 || status === 403) return "post_denied";
  if (status === 404 || status === 410) return "post_not_there";
  return status < 400 ? "post_redirect" : "post_refused";
}

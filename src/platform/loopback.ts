/** Whether a URL leads to this machine and nowhere else (RFC 6761, 6.3, and RFC 1122, 3.2.1.3). */
export function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host) || /^(?:.+\.)?localhost$/.test(host)
}

/** For libraries that write style sheets: the policy of the document takes theirs with it. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? ''

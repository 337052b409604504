// A form encoded as bytes, with the header that names its boundary.
export async function encodeForm(form: FormData) {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const body = new Uint8Array(await encoded.arrayBuffer())
  return { body, headers: { 'content-type': type } }
}

/** A form with one file. */
export function formOf(field: string, bytes: Uint8Array, name = 'image.jpg') {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
  return encodeForm(form)
}

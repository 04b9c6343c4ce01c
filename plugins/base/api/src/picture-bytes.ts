/**
 * Validates untrusted bytes: a picture needs both the declared type and the matching first bytes.
 */

const at = (bytes: Uint8Array, from: number, text: string) =>
  [...text].every((character, index) => bytes[from + index] === character.charCodeAt(0))
/** The first bytes of each type. A video, a page and a script match none. */
const kinds: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  'image/png': bytes => at(bytes, 0, '\x89PNG'),
  'image/jpeg': bytes => at(bytes, 0, '\xff\xd8\xff'),
  'image/gif': bytes => at(bytes, 0, 'GIF8'),
  'image/webp': bytes => at(bytes, 0, 'RIFF') && at(bytes, 8, 'WEBP'),
  'image/avif': bytes => at(bytes, 4, 'ftyp'),
  // Only ever the source of an img, where no script of it runs and nothing that it names is
  // fetched.
  'image/svg+xml': bytes =>
    /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i.test(
      new TextDecoder().decode(bytes.subarray(0, 256)),
    ),
}

/**
 * Returns the picture as a `data:` URL, which an `img` accepts under a policy without `blob:`.
 * Undefined for a type that is not shown.
 */
export async function pictureFrom(blob: Blob): Promise<string | undefined> {
  const type = blob.type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return Object.hasOwn(kinds, type) && kinds[type]?.(bytes)
    ? `data:${type};base64,${base64(bytes)}`
    : undefined
}
const step = 0x8000
function base64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += step)
    parts.push(String.fromCharCode(...bytes.subarray(from, from + step)))
  return btoa(parts.join(''))
}

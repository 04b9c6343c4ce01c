/** Bytes of strangers: a picture is one by the word of its host and by its first bytes, or it is none. */

const at = (bytes: Uint8Array, from: number, text: string) => [...text].every((character, index) => bytes[from + index] === character.charCodeAt(0))
/** What each kind begins with. A film, a page and a script are none of them. */
const kinds: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  'image/png': bytes => at(bytes, 0, '\x89PNG'),
  'image/jpeg': bytes => at(bytes, 0, '\xff\xd8\xff'),
  'image/gif': bytes => at(bytes, 0, 'GIF8'),
  'image/webp': bytes => at(bytes, 0, 'RIFF') && at(bytes, 8, 'WEBP'),
  'image/avif': bytes => at(bytes, 4, 'ftyp'),
  // Only ever the source of an img, where no script of it runs and nothing that it names is fetched.
  'image/svg+xml': bytes => /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i.test(new TextDecoder().decode(bytes.subarray(0, 256))),
}

/** The picture as the text that an `img` takes under a policy that knows no `blob:`. Undefined: it is none of the kinds that are shown. */
export async function pictureFrom(blob: Blob): Promise<string | undefined> {
  const type = blob.type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return Object.hasOwn(kinds, type) && kinds[type]?.(bytes) ? `data:${type};base64,${base64(bytes)}` : undefined
}
const step = 0x8000
function base64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += step) parts.push(String.fromCharCode(...bytes.subarray(from, from + step)))
  return btoa(parts.join(''))
}

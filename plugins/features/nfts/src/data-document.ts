/** Parses JSON from a `data:` URL, as contracts write it; undefined for anything else. */
export function readDataDocument(source: string): unknown {
  const [, encoding, body = ''] =
    /^\s*data:application\/json((?:;[\w=-]+)*),(.*)$/is.exec(source) ?? []
  if (encoding === undefined) return undefined
  try {
    if (!/;base64$/i.test(encoding)) return JSON.parse(plain(body))
    const bytes = Uint8Array.from(atob(body.trim()), character => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
/** Decodes percent-encoding leniently, because contracts often leave it out. */
function plain(body: string): string {
  try {
    return decodeURIComponent(body)
  } catch {
    return body
  }
}

// Far above a thousand valid responses in one batch. Anything larger is no response to our
// requests.
const mostBytes = 10 * 1024 * 1024

/** Reads a response's text. Undefined when it is too long: reading stops there (situation R36). */
export async function readBody(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader()
  if (!reader) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > mostBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

// A batch of a thousand honest answers is far below; what is above is no answer to anything we ask.
const mostBytes = 10 * 1024 * 1024

/** The text of an answer, or undefined when it is longer than anybody needs: reading stops there (situation R36). */
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

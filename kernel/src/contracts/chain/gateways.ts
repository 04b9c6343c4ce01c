/** A step that leaves its folder, or is no name of a file. */
const isUnsafe = (step: string): boolean => /^\.{1,2}$|[\\/\p{C}]/u.test(step)
const mostEscapes = 3

/**
 * Whether a step leaves its folder as it is written, or once `%2F`, `%2E` and other escapes of
 * ASCII are decoded: some proxies decode a path, even twice, before they resolve it. What is
 * escaped more often counts as unsafe.
 */
function leavesFolder(step: string): boolean {
  let decoded = step
  for (let time = 0; time < mostEscapes; time++) {
    const before = decoded
    if (isUnsafe(before)) return true
    decoded = before.replace(/%([0-7][\da-f])/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    if (decoded === before) return false
  }
  return true
}

/**
 * The URL of content behind a gateway, such as `ipfs://` and `ar://`. `folder`: where the gateway
 * keeps such content (`https://ipfs.example/ipfs`); `path`: the identifier of the content and the
 * steps below it, as a third party wrote them. Undefined for a path that would leave the folder.
 */
export function gatewayUrl(folder: string, path: string): string | undefined {
  const [root = '', ...steps] = path.split('/')
  if (!/^[\w-]{32,120}$/.test(root) || steps.some(leavesFolder)) return undefined
  const url = `${folder.replace(/\/+$/, '')}/${[root, ...steps].join('/').replace(/[?#]/g, encodeURIComponent)}`
  return URL.canParse(url) ? new URL(url).href : undefined
}

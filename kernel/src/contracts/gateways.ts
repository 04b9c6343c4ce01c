const escapes = /^(?:\.|%2e){1,2}$|[\\\p{C}]/iu

/**
 * The URL of content behind a gateway, such as `ipfs://` and `ar://`. `folder`: where the gateway keeps such content (`https://ipfs.example/ipfs`); `path`: the
 * identifier of the content and the steps below it, as a third party wrote them. Undefined for a path that would leave the folder.
 */
export function gatewayUrl(folder: string, path: string): string | undefined {
  const [root = '', ...steps] = path.split('/')
  if (!/^[\w-]{32,120}$/.test(root) || steps.some(step => escapes.test(step))) return undefined
  const url = `${folder.replace(/\/+$/, '')}/${[root, ...steps].join('/').replace(/[?#]/g, encodeURIComponent)}`
  return URL.canParse(url) ? new URL(url).href : undefined
}

/**
 * Resolves ids of images: those of wallets, networks and coins by the shipped icons, others by the
 * remote directory.
 */
import type { RemoteDirectory } from './options.js'

/** The image of an id, at the path of WalletConnect's API. */
const remoteUrl = ({ url, projectId }: RemoteDirectory, id: string) =>
  `${url.replace(/\/$/, '')}/public/getAssetImage/${encodeURIComponent(id)}${projectId ? `?projectId=${encodeURIComponent(projectId)}` : ''}`

export function createImageIds(remote: RemoteDirectory | undefined) {
  /** Kept, so that the icons of a loaded group are there at once. */
  let icons: typeof import('./icons/icons.js') | undefined
  const load = async (id: string) => {
    icons = await import('./icons/icons.js')
    return icons.iconOf(id)
  }
  return {
    /**
     * `wallet/metamask`, `network/eip155:8453`, `coin/ETH` and `token/` with a CAIP-19 id are
     * shipped icons.
     */
    urlOf(id: string): string | undefined | Promise<string | undefined> {
      if (/^(?:wallet|network|coin|token)\//.test(id)) return icons ? icons.iconOf(id) : load(id)
      return remote && remoteUrl(remote, id)
    },
  }
}

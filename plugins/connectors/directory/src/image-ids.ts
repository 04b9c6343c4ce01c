/**
 * Resolves ids of images: by the host's own icons, those of wallets, networks and coins by the
 * shipped ones, others by the remote directory.
 */
import type { DirectoryOptions, RemoteDirectory } from './options.js'

/** The image of an id, at the path of WalletConnect's API. */
const remoteUrl = ({ url, projectId }: RemoteDirectory, id: string) =>
  `${url.replace(/\/$/, '')}/public/getAssetImage/${encodeURIComponent(id)}${projectId ? `?projectId=${encodeURIComponent(projectId)}` : ''}`

export function createImageIds({ remote, icons: own = {} }: DirectoryOptions) {
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
      if (Object.hasOwn(own, id)) return own[id]
      if (/^(?:wallet|network|coin|token)\//.test(id)) return icons ? icons.iconOf(id) : load(id)
      return remote && remoteUrl(remote, id)
    },
  }
}

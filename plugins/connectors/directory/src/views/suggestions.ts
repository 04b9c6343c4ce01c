/** The wallets that are suggested to people who have none in this browser, and their icons. */
import { chainsSlot } from '@portico/kernel/chain'
import type { DirectoryWallet } from '@portico/kernel/wallet'
import { loadPicture } from '@portico/ui'
import type { createImageIds } from '../image-ids.js'
import { readFirstWallets } from '../list/shipped-wallets.js'
import type { DirectoryOptions } from '../options.js'
import type { DirectoryContext } from '../refs.js'

type Images = ReturnType<typeof createImageIds>

/** With fewer of the most used wallets for the chains of the page, the whole list is loaded. */
const enough = 6
/** Milliseconds that the view waits for the icons of its wallets. */
const iconsTimeoutMs = 60

/**
 * Resolves with the wallets to suggest, the most used first. The environment, which may be unknown
 * still, decides how many are shown.
 */
export async function loadSuggestions(
  context: DirectoryContext,
  options: DirectoryOptions,
  images: Images,
): Promise<readonly DirectoryWallet[]> {
  const offered = context.items(chainsSlot).map(({ id }) => id)
  const forChains = (wallets: readonly DirectoryWallet[]) =>
    wallets.filter(({ namespaces }) => namespaces.some(id => offered.includes(id)))
  const first = forChains(isPlain(options) ? readFirstWallets() : [])
  const wallets =
    first.length < enough
      ? forChains(
          await (await import('../list/directory.js'))
            .prepare(options)
            .then(({ selected }) => selected),
        )
      : first
  const icons = Promise.allSettled(wallets.slice(0, enough).map(wallet => loadIcon(images, wallet)))
  await Promise.race([icons, new Promise(resolve => setTimeout(resolve, iconsTimeoutMs))])
  return wallets
}

/** False where the options of the host may put other wallets first, or need the whole list. */
const isPlain = ({ featured, include, exclude, custom, blockedHosts }: DirectoryOptions) =>
  !featured?.length && !include && !exclude?.length && !custom?.length && !blockedHosts

/** An icon that does not load now loads with its row, which reports the failure. */
async function loadIcon(images: Images, { imageUrl, imageId }: DirectoryWallet): Promise<void> {
  const url = imageUrl ?? (imageId && (await images.urlOf(imageId)))
  if (url?.startsWith('data:')) await loadPicture(document, url)
}

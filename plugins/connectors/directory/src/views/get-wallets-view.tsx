import { chainsSlot } from '@portico/kernel/chain'
import { allWalletsView } from '@portico/kernel/connect-page'
import { sessionSlice } from '@portico/kernel/session'
import { shellSlice } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import { environmentSlice } from '@portico/kernel/wallet'
import {
  Caption,
  Icon,
  List,
  Note,
  Row,
  Skeleton,
  Stack,
  useKernel,
  usePreload,
  useRead,
  useSlice,
  useTranslate,
  WalletIcon,
  walletsMessage,
} from '@portico/ui'
import { toBeginWith } from '../places.js'
import { getWalletView, titles } from '../refs.js'
import { ListFailure } from './list-failure.js'
import { listEmptyMessage, useList } from './use-list.js'

/** Suggests a few wallets to people who have none, and links to all wallets. */
export default function GetWalletsView() {
  const { views } = useKernel()
  const here = useSlice(environmentSlice)
  const only = useRead(read => read.state(shellSlice).namespace ?? read.state(sessionSlice).filter)
  const offered = useRead(read => read.items(chainsSlot).filter(({ id }) => !only || id === only))
  const [list, again] = useList()
  const preload = usePreload()
  const t = useTranslate()
  if (list.state === 'failed') return <ListFailure error={list.error} again={again} />
  if (list.state === 'loading') return <Skeleton rows={7} />
  const namesOf = (namespaces: readonly string[]) =>
    offered.filter(({ id }) => namespaces.includes(id)).map(({ name }) => name)
  const wallets = toBeginWith(
    list.wallets.filter(({ namespaces }) => namesOf(namespaces).length > 0),
    here,
  )
  return (
    <Stack gap={12}>
      {wallets.length > 0 ? (
        <Caption>{t(message('directory.start', 'Good first wallets for this device:'))}</Caption>
      ) : (
        <Note>{t(listEmptyMessage)}</Note>
      )}
      <List label={t(walletsMessage)}>
        {wallets.map(wallet => (
          <Row
            key={wallet.id}
            icon={<WalletIcon name={wallet.name} image={wallet} />}
            title={wallet.name}
            detail={offered.length > 1 && namesOf(wallet.namespaces).join(', ')}
            preload={() => preload(getWalletView)}
            onClick={() => views.push(getWalletView, { wallet })}
          />
        ))}
        <Row
          icon={<Icon name="grid" />}
          title={t(titles.allWallets)}
          preload={() => preload(allWalletsView)}
          onClick={() => views.push(allWalletsView)}
        />
      </List>
    </Stack>
  )
}

import { allWalletsView, chains, environment, message, session, shellSlice } from '@portico/kernel/contracts'
import {
  Button,
  Caption,
  Icon,
  List,
  Note,
  Row,
  retryMessage,
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
import { listEmptyMessage, listFailedMessage, useList } from './use-list.js'

/** A few wallets to begin with, for those who have none, and the way to all of them. */
export default function GetWalletsView() {
  const { views } = useKernel()
  const here = useSlice(environment)
  const only = useRead(read => read.state(shellSlice).namespace ?? read.state(session).filter)
  const offered = useRead(read => read.items(chains).filter(({ id }) => !only || id === only))
  const [list, again] = useList()
  const preload = usePreload()
  const t = useTranslate()
  if (list.state === 'failed')
    return (
      <Stack gap={16}>
        <Note kind="bad">{t(listFailedMessage)}</Note>
        <Button onClick={again}>{t(retryMessage)}</Button>
      </Stack>
    )
  if (list.state === 'loading') return <Skeleton rows={7} />
  const namesOf = (namespaces: readonly string[]) => offered.filter(({ id }) => namespaces.includes(id)).map(({ name }) => name)
  const wallets = toBeginWith(
    list.wallets.filter(({ namespaces }) => namesOf(namespaces).length > 0),
    here,
  )
  return (
    <Stack gap={12}>
      {wallets.length > 0 ? <Caption>{t(message('directory.start', 'Good ones to begin with on this device:'))}</Caption> : <Note>{t(listEmptyMessage)}</Note>}
      <List label={t(walletsMessage)}>
        {wallets.map(wallet => (
          <Row
            key={wallet.id}
            icon={<WalletIcon name={wallet.name} src={wallet.imageUrl} />}
            title={wallet.name}
            detail={offered.length > 1 && namesOf(wallet.namespaces).join(', ')}
            preload={() => preload(getWalletView)}
            onClick={() => views.push(getWalletView, { wallet })}
          />
        ))}
        <Row icon={<Icon name="grid" />} title={t(titles.allWallets)} preload={() => preload(allWalletsView)} onClick={() => views.push(allWalletsView)} />
      </List>
    </Stack>
  )
}

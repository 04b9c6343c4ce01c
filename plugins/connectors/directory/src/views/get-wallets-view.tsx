import { allWalletsView, chains, environment, session, shellSlice } from '@portico/kernel/contracts'
import { Button, Caption, Icon, List, Note, Row, Skeleton, Stack, useKernel, usePreload, useRead, useSay, useSlice, useText, WalletIcon } from '@portico/ui'
import { toBeginWith } from '../places.js'
import { getWalletView } from '../refs.js'
import { helpWords } from '../text/help-words.js'
import { listWords } from '../text/list-words.js'
import { allWalletsTitle } from '../text/titles.js'
import { useList } from './use-list.js'

/** A few wallets to begin with, for those who have none, and the way to all of them. */
export default function GetWalletsView() {
  const { views } = useKernel()
  const here = useSlice(environment)
  const only = useRead(read => read.state(shellSlice).namespace ?? read.state(session).filter)
  const offered = useRead(read => read.items(chains).filter(({ id }) => !only || id === only))
  const [list, again] = useList()
  const preload = usePreload()
  const say = useSay()
  const [t, all] = [useText(helpWords), useText(listWords)]
  if (list.state === 'failed')
    return (
      <Stack gap={16}>
        <Note kind="bad">{all('directory.failed')}</Note>
        <Button onClick={again}>{all('directory.again')}</Button>
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
      {wallets.length > 0 ? <Caption>{t('directory.start')}</Caption> : <Note>{all('directory.empty')}</Note>}
      <List label={all('directory.wallets')}>
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
        <Row icon={<Icon name="grid" />} title={say(allWalletsTitle)} preload={() => preload(allWalletsView)} onClick={() => views.push(allWalletsView)} />
      </List>
    </Stack>
  )
}

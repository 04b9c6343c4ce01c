import {
  activeNetwork,
  type ConnectionId,
  connection,
  displayText,
  liveConnections,
  networkOf,
  networksView,
  preferences,
  type SettingsRow,
  settingsRows,
  type ThemeMode,
  text,
  textSlice,
  theme,
  themeSlice,
  toasts,
} from '@portico/kernel/contracts'
import {
  Button,
  Caption,
  Icon,
  IconButton,
  List,
  NetworkIcon,
  Row,
  Segmented,
  SlotOutlet,
  Stack,
  Steady,
  useHidesAmounts,
  useKernel,
  usePreload,
  useRead,
  useSay,
  useService,
  useSlice,
  useStyles,
  useTask,
  useText,
  WalletIcon,
} from '@portico/ui'
import { useState } from 'react'
import { languageName } from '../language-name.js'
import { en } from '../text/en.js'
import { accountStyles } from './account.styles.js'
import { Diagnostics } from './diagnostics.js'
import { accountWords, walletWords } from './wallet-words.js'

/** As many languages stand beside each other. */
const few = 3
const modes: readonly ThemeMode[] = ['dark', 'light', 'auto']

/** The look, the language, the network, and the way out of each wallet. */
export default function SettingsView() {
  useStyles(accountStyles)
  const t = useText(en)
  const mode = useSlice(themeSlice, state => state.mode)
  const { setMode } = useService(theme)
  return (
    <Stack gap={16}>
      <Segmented label={t('account.mode')} options={modes.map(id => ({ id, label: t(`account.mode.${id}`) }))} value={mode} onChange={setMode} />
      <Languages />
      <Amounts />
      <Places />
      <Diagnostics />
      <Wallets />
    </Stack>
  )
}

/** Whether what the account has can be read by who stands beside. */
function Amounts() {
  const t = useText(en)
  const { choose } = useService(preferences)
  const value = useHidesAmounts() ? 'hidden' : 'shown'
  const options = (['shown', 'hidden'] as const).map(id => ({ id, label: t(`account.amounts.${id}`) }))
  return <Segmented label={t('account.amounts')} options={options} value={value} onChange={id => choose({ hidesAmounts: id === 'hidden' || undefined })} />
}

/** The languages that there are, each in its own words; a list where they do not fit beside each other. */
function Languages() {
  const t = useText(en)
  const { languages, setLanguage } = useService(text)
  const { fail } = useService(toasts)
  const shown = useSlice(textSlice, state => state.language)
  const [isOpen, open] = useState(false)
  const [, choose] = useTask((_signal, language: string) => setLanguage(language).then(() => open(false), fail))
  const current = languages.find(tag => tag === shown) ?? languages.find(tag => shown.startsWith(`${tag}-`)) ?? 'en'
  if (languages.length < 2) return null
  if (languages.length <= few)
    return <Segmented label={t('account.language')} options={languages.map(id => ({ id, label: languageName(id) }))} value={current} onChange={choose} />
  return (
    <List label={t('account.language')}>
      {!isOpen && <Row icon={<Icon name="language" />} title={t('account.language')} tag={languageName(current)} onClick={() => open(true)} />}
      {isOpen &&
        languages.map(tag => (
          <Row key={tag} title={<bdi lang={tag}>{languageName(tag)}</bdi>} surface="plain" current={tag === current} onClick={() => choose(tag)} />
        ))}
    </List>
  )
}

function Place({ row: { icon, label, view, tag } }: { readonly row: SettingsRow }) {
  const say = useSay()
  const { views } = useKernel()
  const preload = usePreload()
  const chosen = useRead(read => tag?.(read))
  return <Row icon={<Icon name={icon} />} title={say(label)} tag={chosen} onClick={() => views.push(view)} preload={() => preload(view)} />
}

/** Rows that lead somewhere. */
function Places() {
  const t = useText(en)
  const { views } = useKernel()
  const preload = usePreload()
  const { network, isKnown } = useRead(read => {
    const id = activeNetwork(read)
    return { network: networkOf(read, id), isKnown: id !== undefined }
  })
  const name = displayText(network?.name) ?? t('account.networkUnknown')
  return (
    <List label={t('account.settings')}>
      {isKnown && (
        <Row
          icon={<NetworkIcon name={name} src={network?.assets?.imageUrl} />}
          title={t('account.network')}
          tag={name}
          onClick={views.has(networksView) ? () => views.push(networksView) : undefined}
          preload={() => preload(networksView)}
        />
      )}
      <SlotOutlet of={settingsRows} only={row => views.has(row.view)}>
        {row => <Place row={row} />}
      </SlotOutlet>
    </List>
  )
}

function Wallets() {
  const t = useText(en)
  const kernel = useKernel()
  const connections = useRead(liveConnections)
  const { disconnect } = useService(connection)
  const { fail } = useService(toasts)
  // Each by itself: a wallet that takes its time to say goodbye keeps no other waiting.
  const leave = (id: ConnectionId) => void disconnect(id).catch(fail)
  const [{ busy }, leaveAll] = useTask(() => disconnect().catch(fail))
  const names = connections.map(state => walletWords(kernel, state).name)
  if (!connections.length) return null
  return (
    <Stack>
      <Caption>{t('account.connected')}</Caption>
      <List label={t('account.connected')}>
        {connections.map(state => {
          const { name, chain } = walletWords(kernel, state)
          const [account] = state.accounts
          // One wallet has a row for each of its chains.
          const isSeveral = names.filter(one => one === name).length > 1
          const label = chain && isSeveral ? t('account.disconnectOneOn', { wallet: name, chain }) : t('account.disconnectOne', { wallet: name })
          return (
            <Row
              key={state.id}
              icon={<WalletIcon name={name} src={state.wallet.imageUrl} />}
              title={<bdi>{name}</bdi>}
              detail={
                <>
                  {chain && `${chain} · `}
                  <bdi dir="ltr">{account && accountWords(kernel, account).short}</bdi>
                </>
              }
              tag={<Steady>{isSteady => <IconButton icon="power" label={label} aria-disabled={!isSteady} onClick={() => leave(state.id)} />}</Steady>}
            />
          )
        })}
      </List>
      <Steady>
        {isSteady => (
          <Button variant="danger" icon="power" busy={busy} aria-disabled={!isSteady} onClick={leaveAll}>
            {t(connections.length > 1 ? 'account.disconnectAll' : 'account.disconnect')}
          </Button>
        )}
      </Steady>
    </Stack>
  )
}

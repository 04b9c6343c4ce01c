/** Promises that the compiler keeps. Checked by `tsc`, never run. */
import {
  type ContextOf,
  createKernel,
  defineCapability,
  defineEndpoint,
  defineEvent,
  definePlugin,
  defineService,
  defineSlice,
  defineSlot,
  defineView,
  override,
  type Plugin,
  type PluginContext,
  type Ref,
  type SlotItem,
  type TypeOf,
  view,
} from './index.js'

interface Toasts {
  show(text: string): void
  readonly count: number
}
interface Session {
  account: string
  nested: { list: readonly string[] }
}
const toasts = defineService<Toasts>('toasts')
const connection = defineService<{ connect(id: string): Promise<void> }>('connection')
const book = defineService<{ sign(): Promise<void>; cancel(): Promise<void> }>('book')
const bell = defineService<{ ring(): void }>('bell')
const session = defineSlice<Session>({
  id: 'session',
  initial: () => ({ account: '', nested: { list: [] } }),
})
const draft = defineSlice<{ amount: string }>({ id: 'draft', initial: () => ({ amount: '' }) })
const sent = defineEvent<{ hash: string }>('sent')
const gone = defineEvent('gone')
const home = defineView('Home')
const send = defineView<{ to: string }>('Send')
const maybe = defineView<{ to: string } | undefined>('Maybe')
const actions = defineSlot<SlotItem & { readonly label: string }>('actions')
const transfers = defineCapability<{ prepare(): string }>('transfers@1')
const balance = defineEndpoint<{ account: string }, bigint>('balance')

// A ref carries its type, invariantly.
export type IsString = TypeOf<Ref<'event', string>> extends string ? true : never
export const isString: IsString = true
// @ts-expect-error a wider ref is no narrower one
export const narrow: Ref<'service', 'a'> = defineService<string>('x')
// @ts-expect-error and a narrower one is no wider one: the owner could write what the reader does not expect
export const wide: Ref<'service', string> = defineService<'a'>('x')
// @ts-expect-error a slice is no service
export const other: Ref<'service', Session> = session
// @ts-expect-error a capability has a version
defineCapability('transfers')

definePlugin({
  id: 'feature/send',
  needs: [toasts],
  wants: [connection],
  owns: [draft],
  provides: [connection, book, bell],
  views: [
    view(send, async () => ({ default: ({ params }: { params: { to: string } }) => params.to })),
  ],
  setup(context) {
    context.update(draft, state => {
      state.amount = '1'
      // @ts-expect-error a number is no text
      state.amount = 1
    })
    context.patch(draft, { amount: '1' })
    // @ts-expect-error a number is no text
    context.patch(draft, { amount: 1 })
    context.reset(draft)
    // @ts-expect-error only the connection plugin writes the session
    context.update(session, () => undefined)
    // @ts-expect-error nor resets it
    context.reset(session)

    context.use(toasts).show('hello')
    // @ts-expect-error a want may be missing: find it
    context.use(connection)
    context.find(connection)?.connect('x')
    // @ts-expect-error and then it is undefined
    context.find(connection).connect('x')
    // @ts-expect-error a need is used, not found
    context.find(toasts)

    context.provide(connection, { connect: async () => undefined })
    // @ts-expect-error it does not provide toasts
    context.provide(toasts, { show: () => undefined, count: 0 })
    // @ts-expect-error without its method it is no connection
    context.provide(connection, {})
    context.provideLazy(connection, ['connect'], async () => ({
      create: given => ({ connect: async id => given.use(toasts).show(id) }),
    }))
    // @ts-expect-error a method that the list lacks would be missing
    context.provideLazy(book, ['sign'], async () => ({
      create: () => ({ sign: async () => undefined, cancel: async () => undefined }),
    }))
    context.provideLazy(book, ['sign', 'cancel'], async () => ({
      create: () => ({ sign: async () => undefined, cancel: async () => undefined }),
    }))
    // @ts-expect-error a method that arrives later answers a promise
    context.provideLazy(bell, ['ring'], async () => ({ create: () => ({ ring: () => undefined }) }))
    // @ts-expect-error no such method
    context.provideLazy(connection, ['disconnect'], async () => ({
      create: () => ({ connect: async () => undefined }),
    }))

    context.emit(sent, { hash: '0x' })
    context.emit(gone)
    // @ts-expect-error the payload is missing
    context.emit(sent)
    // @ts-expect-error there is none
    context.emit(gone, 1)
    context.on(sent, ({ hash }) => hash.length)
    // @ts-expect-error a hash is a text
    context.on(sent, ({ hash }: { hash: number }) => hash)

    context.views.push(home)
    context.views.push(send, { to: 'bob' })
    context.views.push(maybe, undefined)
    // @ts-expect-error wrong params for a view
    context.views.push(send, { to: 1 })
    // @ts-expect-error params that are missing
    context.views.replace(send)
    // @ts-expect-error a view without params takes none
    context.views.reset(home, { to: 'bob' })

    context.contribute(actions, {
      id: 'send',
      label: 'Send',
      when: read => read.state(session).account !== '',
    })
    // @ts-expect-error an item of this slot has a label
    context.contribute(actions, { id: 'send' })
    // @ts-expect-error no such rank
    context.contribute(actions, { id: 'send', label: 'Send', rank: 'soon' })

    context.offer(transfers, 'solana', { prepare: () => 'draft' })
    // @ts-expect-error that is no transfers
    context.offer(transfers, 'solana', { prepare: () => 1 })
    // @ts-expect-error it may be absent
    context.capability(transfers, 'solana').prepare()

    context.handle(balance, async ({ account }) => BigInt(account.length))
    // @ts-expect-error the answer is a bigint
    context.handle(balance, async () => 1)
    // @ts-expect-error the ask has an account
    context.call(balance, {})
    context
      .call(balance, { account: 'ada' })
      .then(({ value, source, at }) => [value + 1n, source.length, at + 1])

    context.watch(
      read => read.state(session).account,
      (account, signal) => void [account.length, signal.aborted],
    )
    const count = (n: number) => void n
    // @ts-expect-error what is selected is a text
    context.watch(read => read.state(session).account, count)
    // @ts-expect-error what is read is not written
    context.state(session).nested.list.push('x')
  },
})

// @ts-expect-error the component takes other params
view(send, async () => ({ default: ({ params }: { params: { amount: bigint } }) => params.amount }))
// @ts-expect-error a plugin has an id
definePlugin({ setup: () => undefined })
// @ts-expect-error a need is a service
definePlugin({ id: 'x', needs: [session] })
// @ts-expect-error what is not made by definePlugin is no plugin
export const bare: Plugin = { id: 'x' }

// The context of a controller in a file of its own says what its plugin may do.
const access = { needs: [toasts], owns: [draft] } as const
export function create(context: ContextOf<typeof access>): void {
  context.use(toasts).show(context.state(session).account)
  context.update(draft, state => {
    state.amount = ''
  })
  // @ts-expect-error its plugin does not own the session
  context.update(session, () => undefined)
  // @ts-expect-error nor need the connection
  context.use(connection)
}
definePlugin({ id: 'feature/send', ...access, setup: create })
// @ts-expect-error a plugin that owns nothing cannot run a controller that writes
definePlugin({ id: 'feature/send', needs: [toasts], setup: create })
// A context with more rights is assignable to one with fewer.
definePlugin({
  id: 'feature/send',
  needs: [toasts, connection],
  owns: [draft, session],
  setup: context => create(context),
})
export const bareContext = (context: PluginContext): void => {
  // @ts-expect-error a plugin that declares nothing uses nothing
  context.use(toasts)
}

const kernel = createKernel({
  plugins: [],
  endpoints: [override(balance, async ({ account }) => BigInt(account.length))],
})
kernel.use(toasts).show('x')
kernel.on(sent, ({ hash }) => hash.length)
kernel.on('*', (id, payload: unknown) => [id.length, payload])
// @ts-expect-error a host announces nothing
kernel.emit(sent, { hash: '0x' })
// @ts-expect-error a host writes nothing
kernel.update(session, () => undefined)
// @ts-expect-error what it shows before the start is as typed as what it shows after
kernel.initial.state(session).account = 1
// @ts-expect-error the answer of an override is the endpoint's
override(balance, async () => 'x')
// @ts-expect-error a plugin is made by a function: call it
createKernel({ plugins: [() => definePlugin({ id: 'x' })] })

// The event of a list is any of them.
definePlugin({ id: 'x', setup: context => void context.on([sent, gone], payload => payload?.hash) })
definePlugin({
  id: 'x',
  // @ts-expect-error none of these events carries a `network`
  setup: context => void context.on([sent, gone], payload => payload?.network),
})

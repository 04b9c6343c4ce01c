import { definePlugin, type Plugin } from '@portico/kernel'
import { addressesCapability, type Names, namesCapability } from '@portico/kernel/capabilities'
import { AddressError, type AddressErrorCode, chainsSlot } from '@portico/kernel/chain'
import { connectionService } from '@portico/kernel/session'
import { tallyNetwork } from '@portico/kernel/testing'
import { message } from '@portico/kernel/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mark, nameService, reviewed, start, until } from '../test/bench.js'
import { recognise } from './recipient.js'
import type { SendContext } from './refs.js'

describe('the recipient', () => {
  it.each([
    ['nonsense', 'hello', 'address.error.malformed'],
    ['an unregistered name', 'unregistered.tally', 'send.problem.unknownName'],
  ])('the form refuses %s as a recipient', async (_, text, id) => {
    const { form, state } = await start({ plugins: [nameService(async () => undefined)] })
    await form.setRecipient(text)
    expect(state().recipient).toMatchObject({ name: 'refused', problem: { id } })
  })

  it('the form refuses an address of another chain as a recipient, and names the chain', async () => {
    const otherChain = definePlugin({
      id: 'chain/else',
      setup(context) {
        context.contribute(chainsSlot, {
          id: 'else',
          name: 'Else',
          networks: [tallyNetwork('main', 'else')],
        })
        context.offer(addressesCapability, 'else', {
          looksLike: text => text.startsWith('e_'),
          parse: async address => ({ address }),
          shorten: address => address,
        })
      },
    })
    const { form, state } = await start({ plugins: [otherChain] })
    await form.setRecipient('e_bob')
    expect(state().recipient).toMatchObject({
      name: 'refused',
      problem: {
        id: 'send.problem.chain',
        values: { chain: 'Else', network: 'Tally main' },
      },
    })
  })

  it('[S18] the form erases a recipient that looks like a private key, and says so', async () => {
    const keys = definePlugin({
      id: 'test/keys',
      setup: context =>
        void context.offer(addressesCapability, 'tally:main', {
          looksLike: () => false,
          parse: () => Promise.reject(new AddressError('ADDRESS_IS_SECRET')),
          shorten: address => address,
        }),
    })
    const { form, state } = await start({ plugins: [keys] })
    await form.setRecipient('ab'.repeat(32))
    expect(state()).toMatchObject({
      to: '',
      recipient: { name: 'refused', problem: { id: 'address.error.secret' } },
    })
  })

  it('[S18] a text that is a private key here and an address of another chain is called either, and is erased', async () => {
    const keys = definePlugin({
      id: 'test/keys',
      setup(context) {
        context.offer(addressesCapability, 'tally:main', {
          looksLike: () => false,
          parse: () => Promise.reject(new AddressError('ADDRESS_IS_SECRET')),
          shorten: address => address,
        })
        context.contribute(chainsSlot, {
          id: 'else',
          name: 'Else',
          networks: [tallyNetwork('main', 'else')],
        })
        context.offer(addressesCapability, 'else', {
          looksLike: text => text.startsWith('ab'),
          parse: async address => ({ address }),
          shorten: address => address,
        })
      },
    })
    const { form, state } = await start({ plugins: [keys] })
    await form.setRecipient('ab'.repeat(32))
    expect(state()).toMatchObject({
      to: '',
      recipient: {
        name: 'refused',
        problem: {
          id: 'send.problem.secretOrChain',
          values: { chain: 'Else', network: 'Tally main' },
        },
      },
    })
  })

  it('[D22] a recipient that the chain warns about has the warning in the review', async () => {
    const warning = message('tally.program', 'This address belongs to a program.')
    const programs = definePlugin({
      id: 'test/programs',
      setup: context =>
        void context.offer(addressesCapability, 'tally:main', {
          looksLike: () => true,
          parse: async address => ({ address, warning }),
          shorten: address => address,
        }),
    })
    const { phase } = await reviewed({ plugins: [programs] })
    expect(phase()).toMatchObject({ review: { warnings: [warning] } })
  })

  it('the review refuses the token’s own address as a recipient, in any capitals', async () => {
    const contracts = definePlugin({
      id: 'test/contracts',
      setup: context =>
        void context.offer(addressesCapability, 'tally:main', {
          looksLike: () => true,
          parse: async address => ({ address }),
          shorten: address => address,
        }),
    })
    const { form, phase } = await start({ plugins: [contracts] })
    await form.begin({
      to: 'TOKEN',
      amount: '5',
      token: { ...mark, asset: 'tally:main/coin:token' },
    })
    await form.review()
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'transfer.tokenItself' } })
    await form.setRecipient('another')
    await form.review()
    expect(phase()).not.toMatchObject({ problem: { id: 'transfer.tokenItself' } })
  })

  it('the name service resolves a recipient by name, and the account’s own address has a warning (decision 28)', async () => {
    const { form, state } = await start({
      plugins: [nameService(async name => (name === 'me.tally' ? 't_ada' : 't_bob'))],
    })
    await form.setRecipient('bob.tally')
    expect(state().recipient).toMatchObject({
      name: 'known',
      address: 't_bob',
      profile: { name: 'bob.tally' },
      warnings: [],
    })
    await form.setRecipient('me.tally')
    expect(state().recipient).toMatchObject({
      name: 'known',
      address: 't_ada',
      warnings: [{ id: 'send.warning.self' }],
    })
  })

  it('a recipient field that was emptied has no recipient', async () => {
    const { form, state } = await start()
    await form.setRecipient('t_bob')
    await form.setRecipient('')
    expect(state().recipient).toEqual({ name: 'none' })
  })

  it('a recipient shows the typed name, also without a reverse record, and none where the answer is no text', async () => {
    const services = (reverse: Names['reverse']) =>
      definePlugin({
        id: 'test/names',
        setup: context =>
          void context.offer(
            namesCapability,
            'tally',
            {
              looksLike: text => text.endsWith('.tally'),
              resolve: async () => 't_bob',
              ...(reverse && { reverse }),
            },
            { id: 'test' },
          ),
      })
    const typed = await start({ plugins: [services(undefined)] })
    await typed.form.setRecipient('bob.tally')
    expect(typed.state().recipient).toMatchObject({
      address: 't_bob',
      profile: { name: 'bob.tally' },
    })
    const silent = await start({ plugins: [services(async () => ({ name: '\u0000' }))] })
    await silent.form.setRecipient('t_bob')
    expect(silent.state().recipient).not.toHaveProperty('profile')
    const down = new TypeError('down')
    const failing = await start({ plugins: [services(() => Promise.reject(down))] })
    await failing.form.setRecipient('t_bob')
    expect(failing.state().recipient).toMatchObject({ name: 'known', address: 't_bob' })
    expect(failing.kernel.reported.map(({ error }) => error)).toEqual([down])
  })

  it('the lookup of a recipient stops without a report when another text is typed', async () => {
    const waiting: (() => void)[] = []
    const late = definePlugin({
      id: 'test/late',
      setup(context) {
        const reverse = () =>
          new Promise<never>((_, reject) => waiting.push(() => reject(new TypeError('late'))))
        context.offer(
          namesCapability,
          'tally',
          { looksLike: () => false, resolve: async () => undefined, reverse },
          { id: 'test' },
        )
      },
    })
    const { form, kernel } = await start({ plugins: [late] })
    const first = form.setRecipient('t_bob')
    await until(() => waiting.length === 1)
    const second = form.setRecipient('')
    waiting[0]?.()
    await Promise.all([first, second])
    expect(kernel.reported).toEqual([])
  })

  describe('a recipient whose address is refused', () => {
    const refusing = (code: AddressErrorCode, isOn: (network: string) => boolean = () => false) =>
      definePlugin({
        id: 'test/refusing',
        setup(context) {
          for (const network of ['tally:main', 'tally:side'] as const)
            context.offer(addressesCapability, network, {
              looksLike: text => text.startsWith('x_'),
              parse: async address =>
                isOn(network) ? { address } : Promise.reject(new AddressError(code)),
              shorten: address => address,
            })
        },
      })
    const otherChain = (looksLike: boolean, isIts: boolean) =>
      definePlugin({
        id: 'chain/else',
        setup(context) {
          context.contribute(chainsSlot, {
            id: 'mute',
            name: 'Mute',
            networks: [tallyNetwork('main', 'mute')],
          })
          context.contribute(chainsSlot, {
            id: 'else',
            name: 'Else',
            networks: [tallyNetwork('main', 'else')],
          })
          context.offer(addressesCapability, 'else', {
            looksLike: () => looksLike,
            parse: async address =>
              isIts ? { address } : Promise.reject(new AddressError('ADDRESS_MALFORMED')),
            shorten: address => address,
          })
        },
      })
    const problemWith = async (...plugins: readonly Plugin[]) => {
      const { form, state } = await start({ plugins })
      await form.setRecipient('x_bob')
      const { recipient } = state()
      return recipient.name === 'refused' ? recipient.problem.id : recipient.name
    }

    it('a refused address is explained by the chain to which it belongs', async () => {
      expect(await problemWith(refusing('ADDRESS_MALFORMED'), otherChain(true, true))).toBe(
        'send.problem.chain',
      )
      expect(await problemWith(refusing('ADDRESS_WRONG_CHAIN'), otherChain(true, true))).toBe(
        'send.problem.chain',
      )
    })
    it('a refused address is explained by a typing error or the wrong network of this chain before any other chain', async () => {
      expect(await problemWith(refusing('ADDRESS_CHECKSUM'), otherChain(true, true))).toBe(
        'address.error.checksum',
      )
      expect(await problemWith(refusing('ADDRESS_WRONG_NETWORK'), otherChain(true, true))).toBe(
        'address.error.network',
      )
    })
    it('a refused address names no chain that refuses it too', async () => {
      expect(await problemWith(refusing('ADDRESS_MALFORMED'), otherChain(false, true))).toBe(
        'address.error.malformed',
      )
      expect(await problemWith(refusing('ADDRESS_MALFORMED'), otherChain(true, false))).toBe(
        'address.error.malformed',
      )
    })
    it('a refused address does not name its own chain', async () => {
      const own = refusing('ADDRESS_MALFORMED', network => network === 'tally:main')
      const { form, state, kernel } = await start({ plugins: [own] })
      await kernel.use(connectionService).switchNetwork('tally:side')
      await form.setRecipient('x_bob')
      expect(state().recipient).toMatchObject({
        name: 'refused',
        problem: { id: 'address.error.malformed' },
      })
    })
    it('a text on a network whose chain reads no addresses is explained as no address', async () => {
      const { kernel } = await start()
      const place = {
        account: { namespace: 'mute', address: 'm_ada', type: 'eoa', connection: 'mute/x' },
        network: 'mute:main',
      } as const
      expect(
        await recognise(
          kernel as unknown as SendContext,
          'm_bob',
          place,
          new AbortController().signal,
        ),
      ).toMatchObject({
        name: 'refused',
        problem: { id: 'address.error.malformed' },
      })
    })
  })

  it('[R22] the recipient is that of the last text, whichever answer comes first', async () => {
    const answers = new Map<string, (address: string) => void>()
    const { form, state } = await start({
      plugins: [nameService(name => new Promise(resolve => answers.set(name, resolve)))],
    })
    const first = form.setRecipient('first.tally')
    await until(() => answers.has('first.tally'))
    const second = form.setRecipient('second.tally')
    await until(() => answers.has('second.tally'))
    answers.get('second.tally')?.('t_two')
    await second
    answers.get('first.tally')?.('t_one')
    await first
    expect(state()).toMatchObject({ to: 'second.tally', recipient: { address: 't_two' } })
  })

  const interleavings = async (numRuns: number, ...counts: number[]) => {
    const waiting: { readonly text: string; answer(): void }[] = []
    const slow = definePlugin({
      id: 'test/slow',
      setup: context =>
        void context.offer(addressesCapability, 'tally:main', {
          looksLike: () => true,
          parse: text =>
            new Promise(resolve =>
              waiting.push({ text, answer: () => resolve({ address: text }) }),
            ),
          shorten: address => address,
        }),
    })
    const { form, state } = await start({ plugins: [slow] })
    const order = fc.constantFrom(...counts).chain(count =>
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, at) => at),
        { minLength: count },
      ),
    )
    await fc.assert(
      fc.asyncProperty(order, async places => {
        waiting.length = 0
        const typing = places.map((_, at) => form.setRecipient(`t_${at}`))
        // Not a promise alone: the first text loads code, which a loop of promises would keep
        // waiting for ever.
        while (waiting.length < places.length) await new Promise(resolve => setImmediate(resolve))
        for (const place of places) waiting[place]?.answer()
        await Promise.all(typing)
        expect(state()).toMatchObject({
          to: `t_${places.length - 1}`,
          recipient: { name: 'known', address: `t_${places.length - 1}` },
        })
      }),
      { numRuns },
    )
  }
  it('[R22] the recipient is never that of an earlier text, whichever answers come first', () =>
    interleavings(100, 2, 6, 10))
  it(
    '[R22] the recipient is never that of an earlier text over 10,000 sequences of texts with answers in any order',
    { tags: 'thorough' },
    () => interleavings(10_000, 2, 3),
  )

  it('[R22] a late lookup of an address of another chain does not replace the recipient that was typed after it', async () => {
    const parsing: (() => void)[] = []
    const otherChain = definePlugin({
      id: 'test/other',
      setup: context =>
        void context.offer(addressesCapability, 'other:main', {
          looksLike: text => text.startsWith('o_'),
          parse: address => new Promise(resolve => parsing.push(() => resolve({ address }))),
          shorten: address => address,
        }),
    })
    const { form, state } = await start({ plugins: [otherChain] })
    const first = form.setRecipient('o_ada')
    await until(() => parsing.length === 1)
    await form.setRecipient('t_bob')
    parsing[0]?.()
    await first
    expect(state()).toMatchObject({ to: 't_bob', recipient: { name: 'known', address: 't_bob' } })
  })

  it('a name service that is down is reported in the form, and the typed name stays', async () => {
    const { form, state } = await start({
      plugins: [nameService(() => Promise.reject(new TypeError('down')))],
    })
    await form.setRecipient('bob.tally')
    expect(state()).toMatchObject({
      to: 'bob.tally',
      recipient: { name: 'refused', problem: { id: 'send.problem.name' } },
    })
  })

  it('a recipient whose lookup code cannot be loaded is refused with that reason, and can be retried', async () => {
    const gone = new TypeError(
      'Failed to fetch dynamically imported module: https://app.example/assets/names.js',
    )
    const { form, state } = await start({ plugins: [nameService(() => Promise.reject(gone))] })
    await form.setRecipient('bob.tally')
    expect(state()).toMatchObject({
      recipient: { name: 'refused', problem: { id: 'shell.unloaded' }, canRetry: true },
    })
  })

  it('Review does not open when the recipient is changed while it looks the previous one up again', async () => {
    let answer: ((address: string) => void) | undefined
    let isDown = true
    const service = nameService(() =>
      isDown
        ? Promise.reject(new TypeError('down'))
        : new Promise<string>(resolve => (answer = resolve)),
    )
    const { form, state } = await start({ plugins: [service] })
    await form.setAmount('1')
    await form.setRecipient('bob.tally')
    isDown = false
    const reviewed = form.review()
    await until(() => answer)
    await form.setRecipient('t_ada')
    answer?.('t_bob')
    await reviewed
    expect(state()).toMatchObject({ to: 't_ada', phase: { name: 'editing' } })
  })

  it('a name whose lookup failed is looked up again by Review, and the review opens when that works', async () => {
    let isDown = true
    const service = nameService(async () => {
      if (isDown) throw new TypeError('down')
      return 't_bob'
    })
    const { form, state } = await start({ plugins: [service] })
    await form.setAmount('1')
    await form.setRecipient('bob.tally')
    await form.review()
    expect(state()).toMatchObject({
      recipient: { name: 'refused', canRetry: true },
      phase: { name: 'editing', problem: { id: 'send.problem.name' } },
    })
    isDown = false
    await form.review()
    expect(state()).toMatchObject({
      recipient: { name: 'known', address: 't_bob' },
      phase: { name: 'review' },
    })
  })
})

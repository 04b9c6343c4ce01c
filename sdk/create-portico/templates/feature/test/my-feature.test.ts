import { createTestKernel, tally, tallyWallet, testFeaturePlugin } from '@portico/kernel/testing'
import { expect, it } from 'vitest'
import { myFeature, myFeatureService } from '../src/index.js'

testFeaturePlugin('my-feature', {
  plugin: myFeature,
  items: ['my-feature'], // its items among the actions and tabs of the account
  use: kernel => kernel.use(myFeatureService).sign('Hello'), // so that there is state to forget
})

it('My Feature sends one request to the wallet, and shows no error when the person declines', async () => {
  const wallet = tallyWallet()
  const kernel = await createTestKernel({
    plugins: [tally({ wallets: [wallet] }), myFeature()],
    connected: 'tally:main',
  })
  await kernel.use(myFeatureService).sign('Hello')
  expect(wallet.requests).toEqual(['connect', 'sign'])
  expect(kernel.said).toMatchObject([{ kind: 'success', id: 'my-feature.signed' }])
  wallet.policy = 'decline'
  await kernel.use(myFeatureService).sign('Hello')
  expect(wallet.requests).toEqual(['connect', 'sign', 'sign'])
  expect(kernel.reported).toEqual([])
  kernel.dispose()
})

/** The connector fits wagmi 2 and 3, by the types of both. */

import type { Portico } from '@portico/sdk'
import type { Config, CreateConnectorFn } from 'wagmi'
import { createConfig, http } from 'wagmi'
import { mainnet } from 'wagmi/chains'
import type { Config as Config2, CreateConnectorFn as CreateConnectorFn2 } from 'wagmi-core-2'
import { createConfig as createConfig2, http as http2 } from 'wagmi-core-2'
import { porticoConnector, wagmiNetworks, wagmiWallets } from './index.js'

declare const portico: Portico

porticoConnector(portico) satisfies CreateConnectorFn
porticoConnector(portico) satisfies CreateConnectorFn2

createConfig({
  chains: [mainnet],
  connectors: [porticoConnector(portico, { name: 'Wallet' })],
  transports: { [mainnet.id]: http() },
})
createConfig2({
  chains: [mainnet],
  connectors: [porticoConnector(portico)],
  transports: { [mainnet.id]: http2() },
})
// @ts-expect-error A connector needs the Portico whose session it shows.
porticoConnector()

declare const config3: Config
declare const config2: Config2
wagmiWallets(config3)
wagmiWallets(config2)
wagmiNetworks(config3)
wagmiNetworks(config2)

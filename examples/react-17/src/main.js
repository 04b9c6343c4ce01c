import { eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { ConnectButton, PorticoProvider } from '@portico/sdk/react'
import { createElement } from 'react'
// @ts-expect-error: the types are those of React 19, which has no `render`.
import { render } from 'react-dom'

const portico = createPortico({ plugins: [eip155({ networks: [mainnet] })] })
render(
  createElement(PorticoProvider, { portico }, createElement(ConnectButton)),
  document.getElementById('app'),
)

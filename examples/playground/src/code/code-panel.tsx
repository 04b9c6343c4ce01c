import { useMemo, useState } from 'react'
import { CopyButton } from '../parts/copy-button.js'
import { Tabs } from '../parts/tabs.js'
import { useChoice } from '../parts/use-workbench.js'
import { world } from '../world.js'
import { codeOf, type Kit } from './code.js'
import { Highlight } from './highlight.js'

const kits = [
  { id: 'react', label: 'React' },
  { id: 'element', label: 'Custom element' },
  { id: 'headless', label: 'Headless' },
] as const satisfies readonly { readonly id: Kit; readonly label: string }[]

const hasLedgers = world.chains.length > 0 || Object.keys(world.ledgers).length > 0

/** The code for exactly this choice. */
export function CodePanel() {
  const [kit, setKit] = useState<Kit>('react')
  const [choice] = useChoice()
  const { install, files } = useMemo(() => codeOf(choice, kit), [choice, kit])
  return (
    <Tabs label="Kind of code" look="quiet" tabs={kits} chosen={kit} onChoose={setKit}>
      {hasLedgers && (
        <p className="aside quiet">
          On this page local ledgers play some networks, under a name, coin or id that may be their
          own. The code names the public ones.
        </p>
      )}
      <Code name="Terminal" code={install} />
      {files.map(({ name, code }) => (
        <Code key={name} name={name} code={code} />
      ))}
    </Tabs>
  )
}

function Code({ name, code }: { readonly name: string; readonly code: string }) {
  return (
    <figure className="code">
      <figcaption>
        {name}
        <CopyButton text={code} label={`Copy ${name === 'Terminal' ? 'the command' : name}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and a keyboard must be able to scroll them. */}
      <section className="code-lines" dir="ltr" tabIndex={0} aria-label={name}>
        <pre>
          <Highlight code={code} />
        </pre>
      </section>
    </figure>
  )
}

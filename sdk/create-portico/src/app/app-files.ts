import type { Files } from '../new-folder.js'
import { dependencies, json } from '../versions.js'
import type { AppChoice, Framework } from './choices.js'
import type { FrameworkApp } from './framework-app.js'
import { htmlApp } from './html-app.js'
import { nextApp } from './next-app.js'
import { packagesOf, porticoFile } from './portico-file.js'
import { reactApp } from './react-app.js'
import { vueApp } from './vue-app.js'

const apps: Readonly<Record<Framework, FrameworkApp>> = {
  react: reactApp,
  next: nextApp,
  vue: vueApp,
  html: htmlApp,
}

/** Every file of a new app. `version`: the release of Portico that it installs. */
export function appFiles(name: string, choice: AppChoice, version: string): Files {
  const app = apps[choice.framework]
  const portico = packagesOf(choice) as readonly `@portico/${string}`[]
  return {
    'package.json': json({
      name,
      version: '0.0.0',
      private: true,
      type: 'module',
      scripts: app.scripts,
      // The modal is drawn with React in every framework.
      dependencies: dependencies(version, [
        ...portico,
        'react',
        'react-dom',
        ...(app.dependencies ?? []),
      ]),
      devDependencies: dependencies(version, ['typescript', ...app.devDependencies]),
    }),
    '.gitignore': 'node_modules/\ndist/\n.next/\n*.tsbuildinfo\n.DS_Store\n',
    'README.md': readme(name, choice, app),
    ...app.files(name, porticoFile(choice)),
  }
}

const readme = (name: string, { features }: AppChoice, { source }: FrameworkApp) => `# ${name}

An app with [Portico](https://github.com/portico-kit/portico).

\`\`\`
npm install
npm run dev
\`\`\`

\`${source}portico.ts\` lists the chains and features. A feature more is one line more.
${features.includes('walletconnect') ? `\nWallets on a phone need an id of a project at WalletConnect: write it into that file.\n` : ''}`

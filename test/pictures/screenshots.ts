// npm run screenshots
import { Camera, type Theme } from './camera.ts'
import { showOverview } from './overview.ts'
import { showProblem } from './problem.ts'
import { showTour } from './tour.ts'
import { showTypedConfirmation } from './typedConfirmation.ts'
import { accounts, configs } from '../sandbox/data.ts'
import { startSandbox } from '../sandbox/service.ts'
import { Workbench } from '../ui/workbench.ts'
import { launchBrowser } from '../host/browser.ts'
import { buildExtension } from '../host/builds.ts'
import { readOptions } from '../host/options.ts'
import { exampleWorkspace, root } from '../host/paths.ts'
import { startWorkbench } from '../host/server.ts'

readOptions({})
const colorThemes: Record<Theme, string> = { light: 'Light Modern', dark: 'Dark Modern' }

await buildExtension()
const browser = await launchBrowser()
try {
  await takePictures('light')
  await takePictures('dark')
} finally {
  await browser.close()
}

async function takePictures(theme: Theme): Promise<void> {
  const sandbox = await startSandbox({
    port: 4010, // visible in the pictures
    drain: 'manual',
    lookups: { azureRegions: false, gcpProjects: false, gcpRegions: false },
  })
  // About forty regions would not fit into a picture.
  const regions = ['eu-central-1', 'eu-west-1', 'us-east-1', 'us-west-2'].map((name) => ({
    name,
    optInStatus: 'opt-in-not-required',
  }))
  sandbox.addFault({
    path: '/clouds/aws/regions?',
    times: Infinity,
    body: JSON.stringify({ regions }),
  })
  const { data } = sandbox
  const { awsProduction, azureProduction, gcpProduction } = accounts
  data.accounts = [awsProduction, azureProduction, gcpProduction]
  data.configs = [configs.billing, configs.checkout, configs.dataPlatform].map((config) =>
    structuredClone(config),
  )
  const server = await startWorkbench({
    version: 'newest',
    extensionPaths: [root],
    workspace: exampleWorkspace,
    settings: {
      'workbench.colorTheme': colorThemes[theme],
      'files.autoSave': 'off', // a quick fix would be saved in the example
      'window.commandCenter': false,
      'workbench.layoutControl.enabled': false,
      'editor.minimap.enabled': false,
      'editor.fontSize': 12,
      'editor.hover.above': false,
      'editor.wordWrap': 'on',
      'poolkeeper.connections': [{ name: 'production', baseUrl: sandbox.baseUrl }],
    },
  })
  try {
    const size = { viewport: { width: 800, height: 560 }, deviceScaleFactor: 2 }
    const workbench = await Workbench.open(browser, server, size)
    try {
      await workbench.openViewContainer()
      await workbench.setSideBarWidth(330)
      const camera = new Camera(workbench, theme, sandbox.apiKey)
      await showOverview(workbench, sandbox, camera)
      await showProblem(workbench, camera)
      await showTypedConfirmation(workbench, camera)
      await showTour(workbench, sandbox, camera)
    } catch (error) {
      await workbench.takeScreenshot('failed-screenshots')
      throw error
    }
    await workbench.close()
  } finally {
    await server.stop()
    await sandbox.close()
  }
}

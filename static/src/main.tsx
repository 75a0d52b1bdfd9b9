import { render } from 'preact';
import { App } from './app';
import { readConfig } from './page/services';
import { takeTokenFromAddress } from './page/tokens';
import { startTicking } from './time/ticker';

// First of all: the token must not stay in the address bar, in the history or in a screenshot.
takeTokenFromAddress();
startTicking();
void readConfig();

const root = document.getElementById('app');
if (root) render(<App />, root);

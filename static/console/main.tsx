import { render } from 'preact';
import { App } from './app';
import { takeLinkFromAddress } from './sign-in/link-page';
import { followTabs, readSession } from './sign-in/session';

takeLinkFromAddress();
followTabs();
void readSession();

const root = document.getElementById('app');
if (root) render(<App />, root);

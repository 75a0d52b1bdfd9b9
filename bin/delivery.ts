import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { DeliveryStack, readDelivery } from '../lib/stacks/delivery-stack';

/** The roles of GitHub's workflows, apart from the system: deployed once for an account, by a person. */
const app = new App();
new DeliveryStack(app, 'StartlineDelivery', readDelivery(app.node), {
  description: 'Startline: the roles of the workflows that deploy it',
});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

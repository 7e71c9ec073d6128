/** Deploys to an AWS account by driving the SAM CLI and the AWS CLI, and checks a deployment from outside. */
package bout.deploy;

package bout.cloud.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.ApiOrigin;
import bout.cloud.template.Application.Behavior;
import bout.cloud.template.Application.BucketOrigin;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Application.Redrive;
import bout.cloud.template.Application.Route;
import bout.cloud.template.Application.Schedule;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {

    private static final Deployment HERE =
            new Deployment("bout", Map.of(), URI.create("http://127.0.0.1:9324"), "eu-west-1");

    @TempDir
    Path folder;

    @Test
    void the_template_of_this_repository_is_fully_supported() {
        Application bout = Template.read(Template.ofThisRepository()).application(HERE);
        Function runner = function(bout, "RunnerFunction");
        assertEquals("bout.runner.RunnerHandler", runner.handler());
        assertEquals("bout-Table", runner.environment().get("BOUT_TABLE"));
        assertEquals("bout-replaybucket", runner.environment().get("BOUT_BUCKET"));
        assertEquals(
                "http://127.0.0.1:9324/000000000000/bout-matches",
                runner.environment().get("BOUT_MATCHES_QUEUE"));
        assertEquals("15", runner.environment().get("BOUT_SPECTATOR_DELAY"));
        QueueBatches batches = runner.events(QueueBatches.class).getFirst();
        assertEquals("MatchesQueue", batches.queue().logicalId());
        assertTrue(batches.reportsFailures());
        assertEquals(
                List.of(new Schedule(Duration.ofMinutes(1))),
                function(bout, "SweeperFunction").events());
        assertTrue(function(bout, "ApiFunction").events().contains(new Route("ANY", "/api/{proxy+}")));
        List<Behavior> behaviors = bout.cdn().orElseThrow().behaviors();
        assertEquals(
                "ReplayBucket",
                ((BucketOrigin) behaviors.get(0).origin()).bucket().logicalId());
        assertEquals(
                new ApiOrigin(Map.of("Bout-Cdn", "{{resolve:secretsmanager:CdnSecret:SecretString}}")),
                behaviors.get(8).origin());
        assertEquals(Optional.of("bout-viewer"), behaviors.get(8).viewerHeader());
        assertEquals(behaviors.getLast(), bout.cdn().orElseThrow().defaultBehavior());
    }

    @Test
    void all_functions_get_further_variables() {
        Map<String, String> loopback = Map.of("BOUT_BOT_ADDRESSES", "loopback");
        Application bout = Template.read(Template.ofThisRepository())
                .application(new Deployment("bout", loopback, HERE.queues(), HERE.region()));
        bout.functions()
                .forEach(function -> assertEquals(
                        "loopback", function.environment().get("BOUT_BOT_ADDRESSES"), function::logicalId));
    }

    @Test
    void a_parameter_can_override_its_default() {
        Deployment open = new Deployment("bout", Map.of("Access", "open"), HERE.queues(), HERE.region());
        Application bout = Template.read(Template.ofThisRepository()).application(open);
        assertEquals("open", function(bout, "ApiFunction").environment().get("BOUT_ACCESS"));
        Deployment unknown = new Deployment("bout", Map.of("Nothing", "x"), HERE.queues(), HERE.region());
        InvalidTemplate why = assertThrows(InvalidTemplate.class, () -> Template.read(Template.ofThisRepository())
                .application(unknown));
        assertTrue(why.getMessage().contains("has no parameter Nothing"), why.getMessage());
    }

    @Test
    void queues_tables_and_globals_are_read_with_their_settings() throws IOException {
        Application application = template("""
                        Globals:
                          Function:
                            Timeout: 7
                            Environment:
                              Variables: {SHARED: all, BOTH: global}
                        Resources:
                          Results:
                            Type: AWS::SQS::Queue
                            Properties:
                              FifoQueue: true
                              ContentBasedDeduplication: true
                              MessageRetentionPeriod: 60
                              VisibilityTimeout: 45
                              RedrivePolicy: {deadLetterTargetArn: !GetAtt Dead.Arn, maxReceiveCount: 3}
                          Dead:
                            Type: AWS::SQS::Queue
                            Properties: {FifoQueue: true, QueueName: dead.fifo}
                          Table:
                            Type: AWS::DynamoDB::Table
                            Properties:
                              TableName: t
                              AttributeDefinitions: [{AttributeName: k, AttributeType: N}]
                              KeySchema: [{AttributeName: k, KeyType: HASH}]
                          Work:
                            Type: AWS::Serverless::Function
                            Properties:
                              Handler: a.B
                              CodeUri: a.jar
                              Environment:
                                Variables: {BOTH: own}
                              Events:
                                Rest: {Type: HttpApi, Properties: {Path: /a}}
                                Often:
                                  Type: ScheduleV2
                                  Properties:
                                    ScheduleExpression: rate(2 days)
                                    Input: '{"time": "<aws.scheduler.scheduled-time>"}'
                                Daily: {Type: ScheduleV2, Properties: {ScheduleExpression: rate(1 day), Input: '{}'}}
                          ResultsToWork:
                            Type: AWS::Lambda::EventSourceMapping
                            Properties: {FunctionName: !Ref Work.Alias, EventSourceArn: !GetAtt Results.Arn, BatchSize: 5}
                        """).application(HERE);
        Queue results = application.queues().getFirst();
        assertEquals("bout-Results.fifo", results.name());
        assertTrue(results.fifo());
        assertEquals(Optional.of(new Redrive("dead.fifo", 3)), results.redrive());
        assertEquals(
                Map.of(
                        "FifoQueue", "true",
                        "ContentBasedDeduplication", "true",
                        "MessageRetentionPeriod", "60",
                        "VisibilityTimeout", "45"),
                results.attributes());
        assertEquals(Map.of("k", "N"), application.tables().getFirst().attributes());
        Function work = application.functions().getFirst();
        assertEquals(Duration.ofSeconds(7), work.timeout());
        assertEquals(Map.of("SHARED", "all", "BOTH", "own"), work.environment());
        assertEquals(
                List.of(
                        new Route(Route.ANY, "/a"),
                        new Schedule(Duration.ofDays(2)),
                        new QueueBatches(results, 5, Duration.ZERO, false, 1000)),
                work.events());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    !Ref Text                                             | given
                    !Ref AWS::StackName                                   | bout
                    !Ref Number                                           | 3
                    !Sub '${Bucket.Arn}/${Text}'                          | arn:aws:s3:::bout-bucket/given
                    !Sub '${Text}-${AWS::Region}-${!Text}'                | given-eu-west-1-${Text}
                    !If [Holds, !Ref Text, other]                           | given
                    !If [Fails, !Ref Text, other]                            | other
                    !GetAtt Queue.QueueName                               | bout-Queue
                    !Ref Queue                                            | http://127.0.0.1:9324/000000000000/bout-Queue
                    {'Fn::GetAtt': [Queue, Arn]}                          | arn:aws:sqs:eu-west-1:000000000000:bout-Queue
                    3                                                     | 3
                    true                                                  | true
                    """)
    void the_functions_of_cloudformation_are_evaluated(String yaml, String value) throws IOException {
        assertEquals(value, withVariable(yaml).environment().get("X"));
    }

    @Test
    void no_value_and_a_false_condition_remove_things() throws IOException {
        assertEquals(Map.of(), withVariable("!If [Fails, a, !Ref AWS::NoValue]").environment());
        Application application = template("""
                        Conditions:
                          Fails: !Equals [a, b]
                          Holds: !Not [!Equals [a, b]]
                        Resources:
                          Bucket: {Type: AWS::S3::Bucket, Condition: Fails}
                          Other: {Type: AWS::S3::Bucket, Condition: Holds}
                        """).application(HERE);
        assertEquals(
                List.of("Other"),
                application.buckets().stream()
                        .map(Application.Bucket::logicalId)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    !Ref Nothing                  | !Ref Nothing: there is no such parameter or resource
                    !GetAtt Bucket.WebsiteURL     | Bucket.WebsiteURL (AWS::S3::Bucket) is not supported in the local stack
                    !ImportValue x                | the function Fn::ImportValue is not supported here
                    !If [Nothing, a, b]           | there is no condition Nothing under Conditions
                    !GetAtt Bucket                | Fn::GetAtt needs 2 arguments, not [Bucket]
                    [a, b]                        | X must be a text, not [a, b]
                    !If [Fails, a]                | Fn::If needs 3 arguments, not [Fails, a]
                    """)
    void errors_name_their_place(String yaml, String problem) {
        InvalidTemplate why = assertThrows(InvalidTemplate.class, () -> withVariable(yaml));
        assertTrue(why.getMessage().contains(problem), why.getMessage());
        assertTrue(why.getMessage().contains("template.yaml"), why.getMessage());
    }

    @Test
    void a_duplicate_key_is_refused() {
        InvalidTemplate why = assertThrows(
                InvalidTemplate.class, () -> template("Resources:\n  A: {Type: AWS::S3::Bucket}\n  A: {}\n"));
        assertTrue(why.getMessage().contains("found duplicate key A"), why.getMessage());
    }

    @Test
    void an_unsupported_schedule_is_refused() {
        InvalidTemplate why =
                assertThrows(InvalidTemplate.class, () -> template("""
                                Resources:
                                  Work:
                                    Type: AWS::Serverless::Function
                                    Properties:
                                      Handler: a.B
                                      CodeUri: a.jar
                                      Events:
                                        Noon:
                                          Type: ScheduleV2
                                          Properties:
                                            ScheduleExpression: cron(0 12 * * ? *)
                                            Input: <aws.scheduler.scheduled-time>
                                """).application(HERE));
        assertTrue(
                why.getMessage().contains("cron(0 12 * * ? *) is not supported in the local stack"), why.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /replays/*  | /replays/1.json     | true
                    replays/*   | /replays/a/b        | true
                    /replays/*  | /replays            | false
                    /embed.html | /embed.html         | true
                    /embed.html | /embedXhtml         | false
                    /embed.html | /embed.html/x       | false
                    /a?c        | /abc                | true
                    *           | /anything/at/all    | true
                    """)
    void a_path_pattern_matches_paths_like_the_cdn(String pattern, String path, boolean taken) {
        Behavior behavior = new Behavior(pattern, new ApiOrigin(Map.of()), List.of("GET"), Map.of(), Optional.empty());
        assertEquals(taken, behavior.paths().matcher(path).matches());
    }

    private static final String CDN = """
            Resources:
              Site: {Type: AWS::S3::Bucket}
              Cdn:
                Type: AWS::CloudFront::Distribution
                Properties:
                  DistributionConfig:
                    Origins: [{Id: site, DomainName: !GetAtt Site.RegionalDomainName}]
                    DefaultCacheBehavior: {TargetOriginId: site, ResponseHeadersPolicyId: !Ref Policy}
              Policy:
                Type: AWS::CloudFront::ResponseHeadersPolicy
                Properties:
                  ResponseHeadersPolicyConfig:
            """;

    @Test
    void a_policy_has_the_headers_that_the_cdn_sends_over_plain_http() throws IOException {
        Application application = template(CDN + """
                            Name: a-policy
                            SecurityHeadersConfig:
                              ContentSecurityPolicy: {ContentSecurityPolicy: default-src 'none', Override: true}
                              ContentTypeOptions: {Override: true}
                              FrameOptions: {FrameOption: DENY, Override: true}
                              ReferrerPolicy: {ReferrerPolicy: no-referrer, Override: true}
                              StrictTransportSecurity: {AccessControlMaxAgeSec: 60, Override: true}
                            CustomHeadersConfig:
                              Items: [{Header: X-Two, Value: !Sub '${AWS::StackName} it is', Override: true}]
                """.indent(-4)).application(HERE);
        assertEquals(
                Map.of(
                        "Content-Security-Policy", "default-src 'none'",
                        "X-Content-Type-Options", "nosniff",
                        "X-Frame-Options", "DENY",
                        "Referrer-Policy", "no-referrer",
                        "X-Two", "bout it is"),
                application.cdn().orElseThrow().defaultBehavior().headers());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {CorsConfig: {}}                                   | Config.CorsConfig is not supported
                    {SecurityHeadersConfig: {XSSProtection: {}}}       | Config.XSSProtection is not supported
                    """)
    void an_unsupported_part_of_a_headers_policy_is_refused(String config, String problem) throws IOException {
        Template template = template(CDN.stripTrailing() + " " + config);
        InvalidTemplate why = assertThrows(InvalidTemplate.class, () -> template.application(HERE));
        assertTrue(why.getMessage().contains(problem), why.getMessage());
    }

    private Function withVariable(String yaml) throws IOException {
        return template("""
                        Parameters:
                          Text: {Type: String, Default: given}
                          Number: {Type: Number, Default: 3}
                        Conditions:
                          Holds: !Equals [!Ref Text, given]
                          Fails: !Not [!Equals [!Ref Text, given]]
                        Resources:
                          Bucket: {Type: AWS::S3::Bucket}
                          Queue: {Type: AWS::SQS::Queue}
                          Work:
                            Type: AWS::Serverless::Function
                            Properties:
                              Handler: a.B::handleRequest
                              CodeUri: a.jar
                              Environment:
                                Variables:
                                  X: VALUE
                        """.replace("VALUE", yaml))
                .application(HERE)
                .functions()
                .getFirst();
    }

    private Template template(String yaml) throws IOException {
        return Template.read(Files.writeString(folder.resolve("template.yaml"), yaml));
    }

    private static Function function(Application application, String logicalId) {
        return application.functions().stream()
                .filter(function -> function.logicalId().equals(logicalId))
                .findFirst()
                .orElseThrow();
    }
}

// Prints what Argo CD makes of an Application, by the code of its own repo-server and without a cluster. Standard input holds
// YAML documents as they are in Git: the Application, and its AppProject. Git, Helm and Kustomize are found on the path.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/reposerver/apiclient"
	"github.com/argoproj/argo-cd/v3/reposerver/cache"
	"github.com/argoproj/argo-cd/v3/reposerver/metrics"
	"github.com/argoproj/argo-cd/v3/reposerver/repository"
	cacheutil "github.com/argoproj/argo-cd/v3/util/cache"
	"github.com/argoproj/argo-cd/v3/util/git"
	"github.com/sirupsen/logrus"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubeyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// What argocd-repo-server allows unless it is told otherwise.
const maxExtractedBytes = 1_000_000_000

var layerTypes = []string{
	"application/vnd.oci.image.layer.v1.tar",
	"application/vnd.oci.image.layer.v1.tar+gzip",
	"application/vnd.cncf.helm.chart.content.v1.tar+gzip",
}

type rendered struct {
	// Directory, Helm or Kustomize.
	SourceType string            `json:"sourceType"`
	Revision   string            `json:"revision"`
	Objects    []json.RawMessage `json:"objects"`
}

func main() {
	logrus.SetLevel(logrus.ErrorLevel)
	printed, err := render(context.Background(), os.Stdin)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(printed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(ctx context.Context, input io.Reader) (*rendered, error) {
	application, project, err := read(input)
	if err != nil {
		return nil, err
	}
	source := application.Spec.GetSource()
	if !project.IsSourcePermitted(source) {
		return nil, fmt.Errorf("project %s does not permit the source %s", project.Name, source.RepoURL)
	}
	service, remove, err := repoServer()
	if err != nil {
		return nil, err
	}
	defer remove()
	answer, err := service.GenerateManifest(ctx, &apiclient.ManifestRequest{
		Repo:               &v1alpha1.Repository{Repo: source.RepoURL},
		Revision:           source.TargetRevision,
		AppLabelKey:        "app.kubernetes.io/instance",
		TrackingMethod:     string(v1alpha1.TrackingMethodAnnotation),
		AppName:            application.Name,
		Namespace:          application.Spec.Destination.Namespace,
		ApplicationSource:  &source,
		ProjectName:        project.Name,
		ProjectSourceRepos: project.Spec.SourceRepos,
	})
	if err != nil {
		return nil, err
	}
	result := &rendered{SourceType: answer.SourceType, Revision: answer.Revision}
	for _, manifest := range answer.Manifests {
		result.Objects = append(result.Objects, json.RawMessage(manifest))
	}
	return result, nil
}

// Strictly: a field that Argo CD doesn't know is an error.
func read(input io.Reader) (*v1alpha1.Application, *v1alpha1.AppProject, error) {
	var application v1alpha1.Application
	var project v1alpha1.AppProject
	documents := kubeyaml.NewYAMLReader(bufio.NewReader(input))
	for {
		text, err := documents.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		var is metav1.TypeMeta
		if err := yaml.Unmarshal(text, &is); err != nil {
			return nil, nil, err
		}
		switch is.Kind {
		case "Application":
			err = yaml.UnmarshalStrict(text, &application)
		case "AppProject":
			err = yaml.UnmarshalStrict(text, &project)
		default:
			err = fmt.Errorf("%q is neither an Application nor an AppProject", is.Kind)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if project.Name == "" || application.Spec.Project != project.Name {
		return nil, nil, fmt.Errorf("the project %q of the Application is not there", application.Spec.Project)
	}
	return &application, &project, nil
}

// A repo-server that keeps what it fetches in a folder of its own.
func repoServer() (*repository.Service, func(), error) {
	folder, err := os.MkdirTemp("", "repo-server-")
	if err != nil {
		return nil, nil, err
	}
	memory := cacheutil.NewCache(cacheutil.NewInMemoryCache(time.Hour))
	service := repository.NewService(
		metrics.NewMetricsServer(),
		cache.NewCache(memory, time.Hour, time.Hour, 10*time.Second),
		repository.RepoServerInitConstants{
			OCIMediaTypes:                     layerTypes,
			SubmoduleEnabled:                  true,
			EnableBuiltinGitConfig:            true,
			MaxCombinedDirectoryManifestsSize: resource.MustParse("10M"),
			HelmManifestMaxExtractedSize:      maxExtractedBytes,
			HelmRegistryMaxIndexSize:          maxExtractedBytes,
			OCIManifestMaxExtractedSize:       maxExtractedBytes,
		},
		&git.NoopCredsStore{},
		folder,
	)
	return service, func() { _ = os.RemoveAll(folder) }, service.Init()
}
